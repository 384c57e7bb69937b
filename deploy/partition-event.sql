-- Divide the event log into 16 parts by the game's id, so that each part and its indexes stay small enough to vacuum,
-- to rebuild and to move. Stop all servers first; every row is copied once, so there must be room for a second log.
--     psql --single-transaction --file deploy/partition-event.sql
-- The primary key and the unique key both begin with `game`, so they hold across the parts; a game is in one part.
\set ON_ERROR_STOP on

LOCK TABLE event IN ACCESS EXCLUSIVE MODE;
ALTER TABLE event RENAME TO event_whole;
CREATE TABLE event (LIKE event_whole INCLUDING DEFAULTS INCLUDING COMMENTS) PARTITION BY HASH (game);
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format(
            'CREATE TABLE event_%s PARTITION OF event FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part
        );
    END LOOP;
END $$;
INSERT INTO event SELECT * FROM event_whole;
DROP TABLE event_whole;
ALTER TABLE event ADD CONSTRAINT pk_event PRIMARY KEY (game, seq);
ALTER TABLE event ADD CONSTRAINT uq_event_game_client_key UNIQUE (game, client_key);
ALTER TABLE event ADD CONSTRAINT fk_event_game FOREIGN KEY (game) REFERENCES game (id) ON DELETE CASCADE;
ANALYZE event;
