-- The control schema of Tidemark, for an administrator to run; then the user of a run may neither create nor change a table.
-- A schema that is there already: begin at the version after the one that SELECT MAX(version) FROM etl.schema_version gives.

CREATE SCHEMA etl;

-- version 1
CREATE TABLE etl.watermark (
  table_name VARCHAR(128) NOT NULL PRIMARY KEY,
  source_schema VARCHAR(128),
  watermark_column VARCHAR(128),
  key_columns VARCHAR(1000),
  last_watermark VARCHAR(400),
  watermark_type VARCHAR(128),
  overlap_count BIGINT,
  overlap_key_sum VARCHAR(400),
  is_enabled BOOLEAN DEFAULT TRUE NOT NULL,
  last_run_rows BIGINT DEFAULT 0 NOT NULL,
  last_run_utc TIMESTAMP(6),
  row_version BIGINT DEFAULT 0 NOT NULL);

CREATE TABLE etl.watermark_history (
  table_name VARCHAR(128) NOT NULL,
  batch_id BIGINT NOT NULL,
  run_id VARCHAR(128) NOT NULL,
  watermark_before VARCHAR(400),
  type_before VARCHAR(128),
  watermark_after VARCHAR(400) NOT NULL,
  type_after VARCHAR(128) NOT NULL,
  landed_rows BIGINT NOT NULL,
  moved_utc TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (table_name, batch_id));

CREATE TABLE etl.load_audit (
  run_id VARCHAR(128) NOT NULL,
  table_name VARCHAR(128) NOT NULL,
  batch_id BIGINT NOT NULL,
  window_low VARCHAR(400),
  window_high VARCHAR(400),
  source_count_before BIGINT NOT NULL,
  source_count_after BIGINT NOT NULL,
  landed_rows BIGINT NOT NULL,
  landed_keys BIGINT NOT NULL,
  re_read BIGINT NOT NULL,
  inserted BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  unchanged BIGINT NOT NULL,
  deleted BIGINT NOT NULL,
  quarantined BIGINT NOT NULL,
  status VARCHAR(20) NOT NULL,
  started_utc TIMESTAMP(6) NOT NULL,
  ended_utc TIMESTAMP(6),
  message TEXT,
  PRIMARY KEY (run_id, table_name));

CREATE TABLE etl.run (
  run_id VARCHAR(128) NOT NULL PRIMARY KEY,
  batch_id BIGINT NOT NULL,
  logical_utc TIMESTAMP(6) NOT NULL,
  status VARCHAR(20) NOT NULL,
  recorded_utc TIMESTAMP(6) NOT NULL,
  summary TEXT NOT NULL);

CREATE TABLE etl.batch_sequence (
  sequence_name VARCHAR(128) NOT NULL PRIMARY KEY,
  last_id BIGINT NOT NULL);

CREATE TABLE etl.lease (
  table_name VARCHAR(128) NOT NULL PRIMARY KEY,
  owner_run_id VARCHAR(128) NOT NULL,
  expires_utc TIMESTAMP(6) NOT NULL);

CREATE TABLE etl.schema_version (
  version INT NOT NULL PRIMARY KEY);

INSERT INTO etl.schema_version (version) VALUES (1);

-- version 2
ALTER TABLE etl.watermark ADD future_rows TEXT;

ALTER TABLE etl.watermark ADD unmarked_digest VARCHAR(128);

ALTER TABLE etl.load_audit ADD late_rows BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD max_lateness_micros BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD future_rows BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD null_rows BIGINT DEFAULT 0 NOT NULL;

INSERT INTO etl.schema_version (version) VALUES (2);

-- version 3
ALTER TABLE etl.load_audit ADD silver_version BIGINT;

ALTER TABLE etl.watermark ADD read_again_from VARCHAR(64);

INSERT INTO etl.schema_version (version) VALUES (3);

-- version 4
CREATE TABLE etl.finding (
  finding_id BIGINT NOT NULL PRIMARY KEY,
  scope VARCHAR(200) NOT NULL,
  finding_key VARCHAR(400) NOT NULL,
  kind VARCHAR(40) NOT NULL,
  about VARCHAR(400) NOT NULL,
  finding_text TEXT NOT NULL,
  opened_utc TIMESTAMP(6) NOT NULL,
  opened_by_run VARCHAR(128) NOT NULL,
  last_seen_utc TIMESTAMP(6) NOT NULL,
  closed_utc TIMESTAMP(6),
  closed_by_run VARCHAR(128));

CREATE TABLE etl.alert (
  finding_id BIGINT NOT NULL,
  channel VARCHAR(128) NOT NULL,
  sent_utc TIMESTAMP(6) NOT NULL,
  sent_by_run VARCHAR(128) NOT NULL,
  PRIMARY KEY (finding_id, channel));

CREATE TABLE etl.judged (
  scope VARCHAR(200) NOT NULL PRIMARY KEY,
  basis VARCHAR(200) NOT NULL,
  judged_utc TIMESTAMP(6) NOT NULL);

INSERT INTO etl.schema_version (version) VALUES (4);

-- the user of a run
-- Give it a password or another way to log in; no script holds one.
CREATE ROLE tidemark_control LOGIN;

GRANT USAGE ON SCHEMA etl TO tidemark_control;

GRANT SELECT, INSERT ON etl.alert TO tidemark_control;
GRANT SELECT, INSERT, UPDATE ON etl.batch_sequence TO tidemark_control;
GRANT SELECT, INSERT, UPDATE ON etl.finding TO tidemark_control;
GRANT SELECT, INSERT, UPDATE ON etl.judged TO tidemark_control;
GRANT SELECT, INSERT, UPDATE, DELETE ON etl.lease TO tidemark_control;
GRANT SELECT, INSERT, DELETE ON etl.load_audit TO tidemark_control;
GRANT SELECT, INSERT, DELETE ON etl.run TO tidemark_control;
GRANT SELECT ON etl.schema_version TO tidemark_control;
GRANT SELECT, INSERT, UPDATE ON etl.watermark TO tidemark_control;
GRANT SELECT, INSERT ON etl.watermark_history TO tidemark_control;
