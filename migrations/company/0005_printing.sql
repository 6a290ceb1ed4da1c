CREATE TABLE print_agents (
    id {{id}},
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL CONSTRAINT print_agents_token_key UNIQUE,
    -- The users whose `id_print` it listens on where the company's channel is not shared (configuration SERVER is not 1).
    user_ids JSONB NOT NULL,
    machine TEXT NOT NULL DEFAULT '',
    version TEXT NOT NULL DEFAULT '',
    platform TEXT NOT NULL DEFAULT '',
    paired_by BIGINT NOT NULL REFERENCES users (id),
    paired_at TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ
);
CREATE TABLE pairing_codes (
    code_hash TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL DEFAULT '',
    user_ids JSONB NOT NULL,
    created_by BIGINT NOT NULL REFERENCES users (id),
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    used_at TIMESTAMPTZ
);

CREATE TABLE printers (
    id {{id}},
    name TEXT NOT NULL CONSTRAINT printers_name_key UNIQUE,
    agent_id BIGINT REFERENCES print_agents (id),
    type TEXT NOT NULL CHECK (type IN ('USB', 'NETWORK', 'SERIAL', 'SPOOLER', 'VIRTUAL')),
    address TEXT NOT NULL DEFAULT '',
    size TEXT NOT NULL DEFAULT '80' CHECK (size IN ('80', '58')),
    profile TEXT NOT NULL DEFAULT 'generic',
    stand_in_id BIGINT REFERENCES printers (id),
    print_command TEXT NOT NULL DEFAULT 'PRINT' CHECK (print_command IN ('PRINT', 'PDF', 'NONE')),
    print_pre_account TEXT NOT NULL DEFAULT 'PRINT' CHECK (print_pre_account IN ('PRINT', 'PDF', 'NONE')),
    print_receipt TEXT NOT NULL DEFAULT 'PRINT' CHECK (print_receipt IN ('PRINT', 'PDF', 'NONE')),
    opens_drawer BOOLEAN NOT NULL DEFAULT FALSE,
    state TEXT NOT NULL DEFAULT 'OFFLINE',
    state_at TIMESTAMPTZ,
    level TEXT,
    status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE'))
);
CREATE TABLE printer_areas (
    printer_id BIGINT NOT NULL REFERENCES printers (id),
    production_area_id BIGINT NOT NULL REFERENCES production_areas (id),
    PRIMARY KEY (printer_id, production_area_id)
);

CREATE TABLE print_jobs (
    id TEXT NOT NULL PRIMARY KEY,
    printer_id BIGINT NOT NULL REFERENCES printers (id),
    agent_id BIGINT REFERENCES print_agents (id),
    document TEXT NOT NULL,
    -- What the paper is of ('command:12', 'billing:7', ...); with the rest it makes a second job of the same paper impossible.
    source TEXT NOT NULL,
    area TEXT NOT NULL DEFAULT '',
    sequence BIGINT NOT NULL DEFAULT 0,
    copy BIGINT NOT NULL DEFAULT 1,
    client_request_id BIGINT,
    cycle_id BIGINT,
    ticket TEXT NOT NULL,
    marks TEXT NOT NULL DEFAULT '[]',
    opens_drawer BOOLEAN NOT NULL DEFAULT FALSE,
    state TEXT NOT NULL DEFAULT 'PENDING'
        CHECK (state IN ('PENDING', 'OFFERED', 'SPOOLED', 'PRINTING', 'DONE', 'HELD', 'UNCERTAIN', 'REROUTED', 'EXPIRED', 'CANCELLED')),
    level TEXT,
    reason TEXT,
    attempts BIGINT NOT NULL DEFAULT 0,
    duplicate BOOLEAN NOT NULL DEFAULT FALSE,
    printed_on_id BIGINT,
    command TEXT,
    created_by BIGINT,
    created_at TIMESTAMPTZ NOT NULL,
    offered_at TIMESTAMPTZ,
    spooled_at TIMESTAMPTZ,
    -- Of the last step; a job that its agent says nothing of for a while is looked at again.
    changed_at TIMESTAMPTZ NOT NULL,
    finished_at TIMESTAMPTZ,
    expires_at TIMESTAMPTZ,
    CONSTRAINT print_jobs_paper_key UNIQUE (source, document, area, sequence, printer_id, copy)
);
CREATE INDEX print_jobs_waiting_idx ON print_jobs (agent_id, created_at) WHERE finished_at IS NULL;
CREATE INDEX print_jobs_command_idx ON print_jobs (agent_id) WHERE command IS NOT NULL;
CREATE INDEX print_jobs_printer_idx ON print_jobs (printer_id, created_at);
CREATE INDEX print_jobs_request_idx ON print_jobs (client_request_id);
