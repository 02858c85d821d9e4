-- JSONBench for typed columns. Times are whole microseconds, as in the events.

-- index: all
CREATE INDEX ON bluesky (kind, "commit.operation", "commit.collection", did, time_us);

-- name: 1.1  How many events of each collection are there?
SELECT "commit.collection" AS event, count(*) AS count
FROM bluesky
GROUP BY "commit.collection"
ORDER BY count DESC;

-- name: 1.2  How many were created, and by how many users?
SELECT "commit.collection" AS event, count(*) AS count, count(DISTINCT did) AS users
FROM bluesky
WHERE kind = 'commit' AND "commit.operation" = 'create'
GROUP BY "commit.collection"
ORDER BY count DESC;

-- name: 1.3  At which hour of the day do people post, repost and like?
SELECT "commit.collection" AS event,
  extract(hour FROM to_timestamp(time_us / 1000000.0)) AS hour_of_day, count(*) AS count
FROM bluesky
WHERE kind = 'commit' AND "commit.operation" = 'create'
  AND "commit.collection" IN
    ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')
GROUP BY 1, 2
ORDER BY hour_of_day, event;

-- name: 2.1  Who were the first three to post?
SELECT did AS user_id, min(time_us) AS first_post_us
FROM bluesky
WHERE kind = 'commit' AND "commit.operation" = 'create'
  AND "commit.collection" = 'app.bsky.feed.post'
GROUP BY did
ORDER BY first_post_us, user_id
LIMIT 3;

-- name: 2.2  Which three posted over the longest time?
SELECT did AS user_id, max(time_us) - min(time_us) AS activity_span_us
FROM bluesky
WHERE kind = 'commit' AND "commit.operation" = 'create'
  AND "commit.collection" = 'app.bsky.feed.post'
GROUP BY did
ORDER BY activity_span_us DESC, user_id
LIMIT 3;
