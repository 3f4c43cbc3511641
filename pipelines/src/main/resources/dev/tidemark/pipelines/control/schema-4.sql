-- ${...} is replaced by the type that the database at hand calls it.
CREATE TABLE etl.finding (
  finding_id BIGINT NOT NULL PRIMARY KEY,
  scope ${text}(200) NOT NULL,
  finding_key ${text}(400) NOT NULL,
  kind ${text}(40) NOT NULL,
  about ${text}(400) NOT NULL,
  finding_text ${long_text} NOT NULL,
  opened_utc ${instant} NOT NULL,
  opened_by_run ${text}(128) NOT NULL,
  last_seen_utc ${instant} NOT NULL,
  closed_utc ${instant},
  closed_by_run ${text}(128));

CREATE TABLE etl.alert (
  finding_id BIGINT NOT NULL,
  channel ${text}(128) NOT NULL,
  sent_utc ${instant} NOT NULL,
  sent_by_run ${text}(128) NOT NULL,
  PRIMARY KEY (finding_id, channel));

CREATE TABLE etl.judged (
  scope ${text}(200) NOT NULL PRIMARY KEY,
  basis ${text}(200) NOT NULL,
  judged_utc ${instant} NOT NULL)
