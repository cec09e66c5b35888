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
    name TEXT COLLATE "C" NOT NULL,
    roles TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'closed')),
    until TEXT COLLATE "C",
    password TEXT,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked TEXT COLLATE "C",
    demo INTEGER NOT NULL CHECK (demo IN (0, 1)),
    created TEXT COLLATE "C" NOT NULL,
    logged_on TEXT COLLATE "C",
    PRIMARY KEY (name)
);

CREATE TABLE people_links (
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    person TEXT COLLATE "C" NOT NULL,
    created TEXT COLLATE "C" NOT NULL,
    expires TEXT COLLATE "C" NOT NULL,
    used TEXT COLLATE "C",
    PRIMARY KEY (digest),
    FOREIGN KEY(person) REFERENCES people_persons (name)
);

CREATE TABLE people_sessions (
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    person TEXT COLLATE "C" NOT NULL,
    terminal TEXT NOT NULL,
    created TEXT COLLATE "C" NOT NULL,
    seen TEXT COLLATE "C" NOT NULL,
    expires TEXT COLLATE "C" NOT NULL,
    ended TEXT COLLATE "C",
    why TEXT,
    PRIMARY KEY (digest),
    FOREIGN KEY(person) REFERENCES people_persons (name)
);

CREATE UNIQUE INDEX people_sessions_of_person ON people_sessions (person) WHERE ended IS NULL;

CREATE UNIQUE INDEX people_sessions_of_terminal ON people_sessions (terminal) WHERE ended IS NULL;

INSERT INTO people_revision (version_num) VALUES ('0001') RETURNING people_revision.version_num;
