/// The tables, and how older ledgers become this one.
///
/// - Identities are 16-byte hashes in a table without row numbers, so that a look-up reads one page and 300,000 items
///   with up to four identities each stay under 100 MB. Several items may share one.
/// - An item is present in its feed while `gone` is null. A reading that changes nothing touches no item; only what left
///   or came back is written.
/// - An item without a story was adopted. It has no row in `stories`: a first sight of a thousand feeds stays small.
/// - What people read of a story, `story_texts`, is kept apart: for each item that is known there may be a story, but only
///   those that may go out, did, or were held back have words. Deleted rows give their pages back for others; columns made
///   empty would not, since SQLite joins pages only when they are two thirds free.
/// - A claim is what keeps a story from being announced twice in a category: its key is unique, whoever writes it.
/// - Categories and states are words, so that the file can be read with `sqlite3`.
/// - A notification names its `language` where it was for that alone.
/// - A run has a row, also one that sent nothing; a notification of a broadcast names its run. Runs are kept for 35 days.
/// - `troubles` is what lasts for many runs and was, or will be, told; `arrivals` when something new came the last time,
///   and how long that took at most; `counters` only ever grow, `value` in thousandths.
/// - `held` marks stories that were held back before they expired; `by_hand` and `delivery` say of notifications what a
///   person settled and what the hub's telemetry tells. `scheduled_for` is when the hub sends one that it only keeps.
enum Schema {
    /// "BLTN": marks the file as a ledger of this program.
    static let applicationID: Int64 = 0x424C_544E

    /// What leads from one version to the next. The version of a ledger is how many of them it went through.
    static let steps = [
        """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE feeds(
            id INTEGER PRIMARY KEY AUTOINCREMENT, location TEXT NOT NULL UNIQUE, title TEXT, first_seen INTEGER,
            etag TEXT, last_modified TEXT, content BLOB, revision INTEGER NOT NULL DEFAULT 0, last_read INTEGER,
            last_asked INTEGER, ask_after INTEGER, moved_to TEXT, failures INTEGER NOT NULL DEFAULT 0,
            failing_since INTEGER, failure TEXT, suggested_interval INTEGER, gone_since INTEGER) STRICT;
        CREATE TABLE stories(
            id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL, categories TEXT NOT NULL, title TEXT NOT NULL,
            link TEXT, language TEXT, source TEXT NOT NULL, published INTEGER, first_seen INTEGER NOT NULL,
            ages_from INTEGER NOT NULL, lead_item INTEGER, changed_at INTEGER NOT NULL,
            breaking_in TEXT NOT NULL DEFAULT '', urgent_in TEXT NOT NULL DEFAULT '',
            unfit_in TEXT NOT NULL DEFAULT '', held INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE INDEX stories_pending ON stories(state) WHERE state IN ('open', 'waiting', 'withdrawn');
        CREATE TABLE items(
            id INTEGER PRIMARY KEY AUTOINCREMENT, feed INTEGER NOT NULL REFERENCES feeds, story INTEGER REFERENCES stories,
            first_seen INTEGER NOT NULL, fingerprint INTEGER NOT NULL, words BLOB NOT NULL,
            learned INTEGER NOT NULL DEFAULT 0, gone INTEGER, carries INTEGER NOT NULL DEFAULT 1) STRICT;
        CREATE INDEX items_present ON items(feed) WHERE gone IS NULL;
        CREATE INDEX items_gone ON items(gone) WHERE gone IS NOT NULL;
        CREATE INDEX items_story ON items(story) WHERE story IS NOT NULL;
        CREATE TABLE identities(
            digest BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY(digest, item)) STRICT, WITHOUT ROWID;
        CREATE TABLE notifications(
            id INTEGER PRIMARY KEY AUTOINCREMENT, origin TEXT NOT NULL, categories TEXT NOT NULL, target TEXT NOT NULL,
            message TEXT NOT NULL, properties TEXT NOT NULL, collapse_id TEXT, intended_at INTEGER NOT NULL,
            state TEXT NOT NULL, settled_at INTEGER, reason TEXT, hub_id TEXT, by_hand INTEGER NOT NULL DEFAULT 0,
            delivery TEXT, scheduled_for INTEGER, language TEXT) STRICT;
        CREATE INDEX notifications_by_time ON notifications(intended_at);
        CREATE INDEX notifications_unsettled ON notifications(state) WHERE state IN ('intended', 'unknown');
        CREATE INDEX notifications_scheduled ON notifications(scheduled_for) WHERE scheduled_for IS NOT NULL;
        CREATE TABLE claims(
            story INTEGER NOT NULL REFERENCES stories, category TEXT NOT NULL,
            notification INTEGER NOT NULL REFERENCES notifications ON DELETE CASCADE,
            PRIMARY KEY(story, category)) STRICT, WITHOUT ROWID;
        CREATE INDEX claims_by_notification ON claims(notification);
        CREATE TABLE pauses(
            category TEXT PRIMARY KEY, since INTEGER NOT NULL, until INTEGER) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE runs(
            id INTEGER PRIMARY KEY, at INTEGER NOT NULL, exit_code INTEGER, milliseconds INTEGER,
            feeds INTEGER NOT NULL DEFAULT 0, feeds_read INTEGER NOT NULL DEFAULT 0,
            new_items INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE INDEX runs_by_time ON runs(at);
        ALTER TABLE notifications ADD COLUMN run INTEGER;
        CREATE TABLE troubles(
            key TEXT PRIMARY KEY, kind TEXT NOT NULL, words TEXT NOT NULL, since INTEGER NOT NULL, told_at INTEGER,
            tellings INTEGER NOT NULL, times INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE arrivals(
            subject TEXT PRIMARY KEY, since INTEGER NOT NULL, last INTEGER NOT NULL, usual INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
        CREATE TABLE counters(series TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """,
        // Words that `pruneTexts` would have forgotten by the last run are not taken along.
        """
        CREATE TABLE story_texts(
            story INTEGER PRIMARY KEY REFERENCES stories ON DELETE CASCADE, title TEXT NOT NULL, link TEXT,
            source TEXT NOT NULL) STRICT;
        INSERT INTO story_texts(story, title, link, source)
            SELECT id, title, link, source FROM stories s
            WHERE state NOT IN ('adopted', 'expired') OR EXISTS (SELECT 1 FROM claims c WHERE c.story = s.id)
                OR state = 'expired' AND (held = 1 OR changed_at >= coalesce(
                    (SELECT CAST(value AS INTEGER) - 172800 FROM meta WHERE key = 'last_run_at'), 0))
            ORDER BY id;
        ALTER TABLE stories DROP COLUMN title;
        ALTER TABLE stories DROP COLUMN link;
        ALTER TABLE stories DROP COLUMN source;
        """,
    ]

    /// Brings a database to the newest version in one transaction; an empty one too.
    static func migrate(_ database: Database) throws(LedgerError) {
        let version = try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
        guard version <= steps.count else {
            throw LedgerError(.newerVersion(found: version, supported: steps.count), path: database.path)
        }
        guard version < steps.count else { return }
        try database.transaction { () throws(LedgerError) in
            for step in steps[version...] { try database.execute(step) }
            try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
        }
    }
}
