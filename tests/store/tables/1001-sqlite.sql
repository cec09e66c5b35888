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
    position INTEGER NOT NULL CHECK (position >= 1),
    time TEXT NOT NULL,
    actor TEXT NOT NULL,
    "key" TEXT NOT NULL,
    command TEXT NOT NULL,
    events TEXT NOT NULL,
    engine TEXT NOT NULL,
    schema INTEGER NOT NULL,
    previous TEXT NOT NULL CHECK (length(previous) = 64),
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (position),
    UNIQUE ("key")
);

CREATE TABLE journal_streams (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    position INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (stream, version),
    FOREIGN KEY(position) REFERENCES journal_rows (position)
)
 WITHOUT ROWID;

CREATE UNIQUE INDEX journal_streams_of_row ON journal_streams (position, place);

CREATE TRIGGER journal_rows_no_update BEFORE UPDATE ON journal_rows BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_rows_no_delete BEFORE DELETE ON journal_rows BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_rows_no_replace BEFORE INSERT ON journal_rows WHEN EXISTS (SELECT 1 FROM journal_rows WHERE position = NEW.position OR key = NEW.key) BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_streams_no_update BEFORE UPDATE ON journal_streams BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_streams_no_delete BEFORE DELETE ON journal_streams BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_streams_no_replace BEFORE INSERT ON journal_streams WHEN EXISTS (SELECT 1 FROM journal_streams WHERE (stream = NEW.stream AND version = NEW.version) OR (position = NEW.position AND place = NEW.place)) BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_info_no_update BEFORE UPDATE ON journal_info BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_info_no_delete BEFORE DELETE ON journal_info BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

CREATE TRIGGER journal_info_no_replace BEFORE INSERT ON journal_info WHEN EXISTS (SELECT 1 FROM journal_info WHERE name = NEW.name) BEGIN SELECT RAISE(ABORT, 'rows of a journal are never changed or deleted'); END;

INSERT INTO journal_revision (version_num) VALUES ('1001') RETURNING version_num;
