-- How long papers wait for a printer that cannot print, before its stand-in prints them.
ALTER TABLE printers ADD COLUMN stand_in_after_s BIGINT NOT NULL DEFAULT 30 CHECK (stand_in_after_s BETWEEN 5 AND 300);
-- Of a job at a stand-in: the job of the same paper at its own printer, which could not print.
ALTER TABLE print_jobs ADD COLUMN moved_from_id TEXT;
CREATE INDEX print_jobs_moved_idx ON print_jobs (moved_from_id) WHERE moved_from_id IS NOT NULL;
-- When a job went over to the stand-in; while it is not finished, when its agent was asked to give it back for that.
ALTER TABLE print_jobs ADD COLUMN handover_at TIMESTAMPTZ;
CREATE INDEX print_jobs_handover_idx ON print_jobs (handover_at) WHERE handover_at IS NOT NULL;
