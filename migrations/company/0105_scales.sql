-- owner: printing
-- Scales as the agent of their machine described them when it last connected; a scale that it no longer has is gone. Weights are not kept.
CREATE TABLE scales (
    id {{id}},
    agent_id BIGINT NOT NULL REFERENCES print_agents (id),
    name TEXT NOT NULL,
    protocol TEXT NOT NULL,
    address TEXT NOT NULL,
    gone_at TIMESTAMPTZ,
    CONSTRAINT scales_name_key UNIQUE (agent_id, name)
);
