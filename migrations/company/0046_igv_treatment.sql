-- How a product stands to the IGV: taxed, exonerated by law, or outside of it. A document says it as it is when it is issued.
ALTER TABLE products ADD COLUMN igv_treatment TEXT NOT NULL DEFAULT 'TAXED'
    CHECK (igv_treatment IN ('TAXED', 'EXONERATED', 'UNAFFECTED'));
