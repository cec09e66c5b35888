-- Running upgrade 0001 -> 0002

CREATE TABLE people_events (
    number INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    kind TEXT NOT NULL,
    time TEXT NOT NULL,
    person TEXT NOT NULL,
    author TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (number),
    UNIQUE ("key")
);

UPDATE people_revision SET version_num='0002' WHERE people_revision.version_num = '0001';
