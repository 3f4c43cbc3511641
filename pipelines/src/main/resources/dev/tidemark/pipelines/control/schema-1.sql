-- ${...} is replaced by the type that the database at hand calls it.
CREATE TABLE etl.watermark (
  table_name ${text}(128) NOT NULL PRIMARY KEY,
  source_schema ${text}(128),
  watermark_column ${text}(128),
  key_columns ${text}(1000),
  last_watermark ${text}(400),
  watermark_type ${text}(128),
  overlap_count BIGINT,
  overlap_key_sum ${text}(400),
  is_enabled ${flag} DEFAULT ${true} NOT NULL,
  last_run_rows BIGINT DEFAULT 0 NOT NULL,
  last_run_utc ${instant},
  row_version BIGINT DEFAULT 0 NOT NULL);

CREATE TABLE etl.watermark_history (
  table_name ${text}(128) NOT NULL,
  batch_id BIGINT NOT NULL,
  run_id ${text}(128) NOT NULL,
  watermark_before ${text}(400),
  type_before ${text}(128),
  watermark_after ${text}(400) NOT NULL,
  type_after ${text}(128) NOT NULL,
  landed_rows BIGINT NOT NULL,
  moved_utc ${instant} NOT NULL,
  PRIMARY KEY (table_name, batch_id));

CREATE TABLE etl.load_audit (
  run_id ${text}(128) NOT NULL,
  table_name ${text}(128) NOT NULL,
  batch_id BIGINT NOT NULL,
  window_low ${text}(400),
  window_high ${text}(400),
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
  status ${text}(20) NOT NULL,
  started_utc ${instant} NOT NULL,
  ended_utc ${instant},
  message ${long_text},
  PRIMARY KEY (run_id, table_name));

CREATE TABLE etl.run (
  run_id ${text}(128) NOT NULL PRIMARY KEY,
  batch_id BIGINT NOT NULL,
  logical_utc ${instant} NOT NULL,
  status ${text}(20) NOT NULL,
  recorded_utc ${instant} NOT NULL,
  summary ${long_text} NOT NULL);

CREATE TABLE etl.batch_sequence (
  sequence_name ${text}(128) NOT NULL PRIMARY KEY,
  last_id BIGINT NOT NULL);

CREATE TABLE etl.lease (
  table_name ${text}(128) NOT NULL PRIMARY KEY,
  owner_run_id ${text}(128) NOT NULL,
  expires_utc ${instant} NOT NULL);

CREATE TABLE etl.schema_version (
  version INT NOT NULL PRIMARY KEY)
