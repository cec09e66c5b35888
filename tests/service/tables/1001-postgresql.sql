CREATE TABLE people_revision (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT people_revision_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 1001

CREATE TABLE people_events (
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    time TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    author TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (number),
    UNIQUE (key)
);

CREATE TABLE people_info (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE people_secrets (
    name TEXT COLLATE "C" NOT NULL,
    password TEXT,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked TEXT COLLATE "C",
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
    FOREIGN KEY(person) REFERENCES people_secrets (name)
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
    FOREIGN KEY(person) REFERENCES people_secrets (name)
);

CREATE UNIQUE INDEX people_sessions_of_person ON people_sessions (person) WHERE ended IS NULL;

CREATE UNIQUE INDEX people_sessions_of_terminal ON people_sessions (terminal) WHERE ended IS NULL;

INSERT INTO people_revision (version_num) VALUES ('1001') RETURNING people_revision.version_num;
