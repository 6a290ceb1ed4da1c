-- What a guest says of themselves when an account is opened, beside the name that the account is called by.
ALTER TABLE client_requests ADD COLUMN document_type TEXT NOT NULL DEFAULT 'DNI';
ALTER TABLE client_requests ADD COLUMN document_number TEXT NOT NULL DEFAULT '';
ALTER TABLE client_requests ADD COLUMN guest_name TEXT NOT NULL DEFAULT '';
ALTER TABLE client_requests ADD COLUMN guest_last_name TEXT NOT NULL DEFAULT '';
-- A document's client, searched without regard to accents.
ALTER TABLE billings ADD COLUMN client_search_key TEXT NOT NULL DEFAULT '';
UPDATE billings SET client_search_key = REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(LOWER(client_name),'á','a'),'Á','a'),'à','a'),'À','a'),'ä','a'),'Ä','a'),'â','a'),'Â','a')
    ,'é','e'),'É','e'),'è','e'),'È','e'),'ë','e'),'Ë','e'),'ê','e'),'Ê','e')
    ,'í','i'),'Í','i'),'ì','i'),'Ì','i'),'ï','i'),'Ï','i'),'î','i'),'Î','i')
    ,'ó','o'),'Ó','o'),'ò','o'),'Ò','o'),'ö','o'),'Ö','o'),'ô','o'),'Ô','o')
    ,'ú','u'),'Ú','u'),'ù','u'),'Ù','u'),'ü','u'),'Ü','u'),'û','u'),'Û','u'),'ñ','n'),'Ñ','n');
-- Orders of delivery apps carry the delivery charge too, unless this says not.
ALTER TABLE global_settings ADD COLUMN app_delivery_charge BOOLEAN NOT NULL DEFAULT TRUE;
