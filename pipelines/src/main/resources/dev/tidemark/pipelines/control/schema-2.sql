-- ${...} is replaced by the type that the database at hand calls it. One column a statement: that is what all three read.
ALTER TABLE etl.watermark ADD future_rows ${long_text};

ALTER TABLE etl.watermark ADD unmarked_digest ${text}(128);

ALTER TABLE etl.load_audit ADD late_rows BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD max_lateness_micros BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD future_rows BIGINT DEFAULT 0 NOT NULL;

ALTER TABLE etl.load_audit ADD null_rows BIGINT DEFAULT 0 NOT NULL
