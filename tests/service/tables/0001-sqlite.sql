CREATE TABLE people_revision (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT people_revision_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 0001

CREATE TABLE people_info (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE people_persons (
    name TEXT NOT NULL,
    roles TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'closed')),
    until TEXT,
    password TEXT,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked TEXT,
    demo INTEGER NOT NULL CHECK (demo IN (0, 1)),
    created TEXT NOT NULL,
    logged_on TEXT,
    PRIMARY KEY (name)
);

CREATE TABLE people_links (
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    person TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT NOT NULL,
    used TEXT,
    PRIMARY KEY (digest),
    FOREIGN KEY(person) REFERENCES people_persons (name)
);

CREATE TABLE people_sessions (
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    person TEXT NOT NULL,
    terminal TEXT NOT NULL,
    created TEXT NOT NULL,
    seen TEXT NOT NULL,
    expires TEXT NOT NULL,
    ended TEXT,
    why TEXT,
    PRIMARY KEY (digest),
    FOREIGN KEY(person) REFERENCES people_persons (name)
);

CREATE UNIQUE INDEX people_sessions_of_person ON people_sessions (person) WHERE ended IS NULL;

CREATE UNIQUE INDEX people_sessions_of_terminal ON people_sessions (terminal) WHERE ended IS NULL;

INSERT INTO people_revision (version_num) VALUES ('0001') RETURNING version_num;
