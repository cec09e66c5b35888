CREATE TABLE journal_revision (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT journal_revision_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 1001

CREATE TABLE journal_info (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE journal_rows (
    position BIGINT NOT NULL CHECK (position >= 1),
    time TEXT NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    command TEXT NOT NULL,
    events TEXT NOT NULL,
    engine TEXT NOT NULL,
    schema INTEGER NOT NULL,
    previous TEXT NOT NULL CHECK (length(previous) = 64),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (position),
    UNIQUE (key)
);

CREATE TABLE journal_streams (
    stream TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    position BIGINT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (stream, version),
    FOREIGN KEY(position) REFERENCES journal_rows (position)
);

CREATE UNIQUE INDEX journal_streams_of_row ON journal_streams (position, place);

CREATE FUNCTION journal_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'rows of a journal are never changed or deleted'; END $$;

CREATE TRIGGER journal_rows_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_rows FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse_change();

CREATE TRIGGER journal_streams_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_streams FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse_change();

CREATE TRIGGER journal_info_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_info FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse_change();

INSERT INTO journal_revision (version_num) VALUES ('1001') RETURNING journal_revision.version_num;
