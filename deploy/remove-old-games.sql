-- Remove up to 1,000 games that ended more than so many days ago, with their logs, seats and chats. Servers may run.
--     psql --variable days=730 --file deploy/remove-old-games.sql
-- Make a backup first: it keeps them. Ratings and shared links stay. Repeat it until it says DELETE 0.
\set ON_ERROR_STOP on

DELETE FROM game WHERE id IN (
    SELECT id FROM game
    WHERE status = 'over' AND changed < 1000 * extract(epoch FROM now() - :days * interval '1 day')
    ORDER BY changed LIMIT 1000
);
