-- ${...} is replaced by the type that the database at hand calls it. One column a statement: that is what all three read.
ALTER TABLE etl.load_audit ADD silver_version BIGINT;

ALTER TABLE etl.watermark ADD read_again_from ${text}(64)
