-- Phones are searched by their digits, whatever stands between them: keys of before get the digits behind what was written.
UPDATE clients SET search_key = search_key || ' ' ||
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '+', ''), '/', '')
WHERE phone LIKE '% %' OR phone LIKE '%-%' OR phone LIKE '%(%' OR phone LIKE '%.%' OR phone LIKE '%/%';
UPDATE providers SET search_key = search_key || ' ' ||
    REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '+', ''), '/', '')
WHERE phone LIKE '% %' OR phone LIKE '%-%' OR phone LIKE '%(%' OR phone LIKE '%.%' OR phone LIKE '%/%';
