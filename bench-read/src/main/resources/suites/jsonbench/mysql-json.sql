-- JSONBench for MySQL: the values that queries name are generated columns, which are computed from the document when they are read.

-- index: all
ALTER TABLE bluesky
  ADD COLUMN kind VARCHAR(16) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.kind' RETURNING CHAR(16))),
  ADD COLUMN operation VARCHAR(16) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.commit.operation' RETURNING CHAR(16))),
  ADD COLUMN collection VARCHAR(64) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.commit.collection' RETURNING CHAR(64))),
  ADD COLUMN did VARCHAR(64) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.did' RETURNING CHAR(64))),
  ADD COLUMN time_us BIGINT AS (JSON_VALUE(doc, '$.time_us' RETURNING SIGNED));
CREATE INDEX bluesky_all ON bluesky (kind, operation, collection, did, time_us);

-- index: none
ALTER TABLE bluesky
  ADD COLUMN kind VARCHAR(16) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.kind' RETURNING CHAR(16))),
  ADD COLUMN operation VARCHAR(16) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.commit.operation' RETURNING CHAR(16))),
  ADD COLUMN collection VARCHAR(64) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.commit.collection' RETURNING CHAR(64))),
  ADD COLUMN did VARCHAR(64) COLLATE utf8mb4_0900_bin
    AS (JSON_VALUE(doc, '$.did' RETURNING CHAR(64))),
  ADD COLUMN time_us BIGINT AS (JSON_VALUE(doc, '$.time_us' RETURNING SIGNED));

-- name: 1.1  How many events of each collection are there?
SELECT collection AS event, count(*) AS count
FROM bluesky
GROUP BY collection
ORDER BY 2 DESC;

-- name: 1.2  How many were created, and by how many users?
SELECT collection AS event, count(*) AS count, count(DISTINCT did) AS users
FROM bluesky
WHERE kind = 'commit' AND operation = 'create'
GROUP BY collection
ORDER BY 2 DESC;

-- name: 1.3  At which hour of the day do people post, repost and like?
SELECT collection AS event, time_us DIV 3600000000 % 24 AS hour_of_day, count(*) AS count
FROM bluesky
WHERE kind = 'commit' AND operation = 'create'
  AND collection IN ('app.bsky.feed.post', 'app.bsky.feed.repost', 'app.bsky.feed.like')
GROUP BY 1, 2
ORDER BY 2, 1;

-- name: 2.1  Who were the first three to post?
SELECT did AS user_id, min(time_us) AS first_post_us
FROM bluesky
WHERE kind = 'commit' AND operation = 'create' AND collection = 'app.bsky.feed.post'
GROUP BY did
ORDER BY 2, 1
LIMIT 3;

-- name: 2.2  Which three posted over the longest time?
SELECT did AS user_id, max(time_us) - min(time_us) AS activity_span_us
FROM bluesky
WHERE kind = 'commit' AND operation = 'create' AND collection = 'app.bsky.feed.post'
GROUP BY did
ORDER BY 2 DESC, 1
LIMIT 3;
