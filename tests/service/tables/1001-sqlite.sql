CREATE TABLE people_revision (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT people_revision_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 1001

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

CREATE TABLE people_info (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE people_secrets (
    name TEXT NOT NULL,
    password TEXT,
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked TEXT,
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
    FOREIGN KEY(person) REFERENCES people_secrets (name)
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
    FOREIGN KEY(person) REFERENCES people_secrets (name)
);

CREATE UNIQUE INDEX people_sessions_of_person ON people_sessions (person) WHERE ended IS NULL;

CREATE UNIQUE INDEX people_sessions_of_terminal ON people_sessions (terminal) WHERE ended IS NULL;

INSERT INTO people_revision (version_num) VALUES ('1001') RETURNING version_num;
