-- Why a printer is OFFLINE although something is there, once its agent said so.
ALTER TABLE printers ADD COLUMN trouble TEXT CHECK (trouble IN ('BABBLING', 'NOT_A_PRINTER'));
