-- What an agent's own machine was told to do: nobody is signed in there.
ALTER TABLE action_logs ADD COLUMN print_agent_id BIGINT;

-- When a kitchen paper that nobody confirmed began to ring on the tills.
ALTER TABLE print_jobs ADD COLUMN alarmed_at TIMESTAMPTZ;
CREATE INDEX print_jobs_alarmed_idx ON print_jobs (alarmed_at) WHERE alarmed_at IS NOT NULL;
CREATE INDEX print_jobs_created_idx ON print_jobs (created_at);

-- OPEN or CLOSED, once its printer said so.
ALTER TABLE printers ADD COLUMN drawer TEXT CHECK (drawer IN ('OPEN', 'CLOSED'));
