-- JSONBench for documents in SQLite, doc. Times are whole microseconds, as in the events.

-- index: all
CREATE INDEX bluesky_all ON bluesky (doc ->> '$.kind', doc ->> '$.commit.operation',
  doc ->> '$.commit.collection', doc ->> '$.did', doc ->> '$.time_us');

-- name: 1.1  How many events of each collection are there?
SELECT doc ->> '$.commit.collection' AS event, count(*) AS count
FROM bluesky
GROUP BY 1
ORDER BY 2 DESC;

-- name: 1.2  How many were created, and by how many users?
SELECT doc ->> '$.commit.collection' AS event, count(*) AS count,
  count(DISTINCT doc ->> '$.did') AS users
FROM bluesky
WHERE doc ->> '$.kind' = 'commit' AND doc ->> '$.commit.operation' = 'create'
GROUP BY 1
ORDER BY 2 DESC;

-- name: 1.3  At which hour of the day do people post, repost and like?
SELECT doc ->> '$.commit.collection' AS event,
  (doc ->> '$.time_us') / 3600000000 % 24 AS hour_of_day, count(*) AS count
FROM bluesky
WHERE doc ->> '$.kind' = 'commit' AND doc ->> '$.commit.operation' = 'create'
  AND doc ->> '$.commit.collection' IN
    ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')
GROUP BY 1, 2
ORDER BY 2, 1;

-- name: 2.1  Who were the first three to post?
SELECT doc ->> '$.did' AS user_id, min(doc ->> '$.time_us') AS first_post_us
FROM bluesky
WHERE doc ->> '$.kind' = 'commit' AND doc ->> '$.commit.operation' = 'create'
  AND doc ->> '$.commit.collection' = 'app.bsky.feed.post'
GROUP BY 1
ORDER BY 2, 1
LIMIT 3;

-- name: 2.2  Which three posted over the longest time?
SELECT doc ->> '$.did' AS user_id,
  max(doc ->> '$.time_us') - min(doc ->> '$.time_us') AS activity_span_us
FROM bluesky
WHERE doc ->> '$.kind' = 'commit' AND doc ->> '$.commit.operation' = 'create'
  AND doc ->> '$.commit.collection' = 'app.bsky.feed.post'
GROUP BY 1
ORDER BY 2 DESC, 1
LIMIT 3;
