-- Search keys lose every accent now, not only those of Spanish: older keys are folded as new ones are.
UPDATE users SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE clients SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE providers SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE products SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE supplies SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE toppings SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE comments SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE schedules SET search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(search_key) > LENGTH(search_key);
UPDATE billings SET client_search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(client_search_key
    ,'ã','a'),'å','a'),'õ','o'),'ç','c'),'ý','y'),'ÿ','y'),'ā','a'),'ă','a'),'ą','a'),'ć','c'),'č','c'),'ď','d')
    ,'ē','e'),'ė','e'),'ę','e'),'ě','e'),'ğ','g'),'ī','i'),'ń','n'),'ň','n'),'ō','o'),'ő','o'),'ř','r'),'ś','s')
    ,'ş','s'),'š','s'),'ţ','t'),'ť','t'),'ū','u'),'ů','u'),'ű','u'),'ź','z'),'ż','z'),'ž','z')
    WHERE OCTET_LENGTH(client_search_key) > LENGTH(client_search_key);
