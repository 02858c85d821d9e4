-- The customer suite for documents that hold their contacts, devices and interactions. The queries
-- that are not here are those of postgres-jsonb.sql, which ask of customers alone. Containment (@>)
-- finds documents by one GIN index; what an array holds has no other index.

-- index: all
CREATE INDEX ON customer USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer ((doc->>'first_name'));
CREATE INDEX ON customer ((doc->>'last_name'));
CREATE INDEX ON customer ((doc->>'full_name'));
CREATE INDEX ON customer (((doc->>'age')::bigint));
CREATE INDEX ON customer (((doc->>'salary')::bigint));
CREATE INDEX ON customer ((doc->>'date_of_birth'));
CREATE INDEX ON customer ((doc->>'email'));
CREATE INDEX ON customer ((doc->'address'->>'street'));
CREATE INDEX ON customer ((doc->'address'->>'city'));
CREATE INDEX ON customer ((doc->'address'->>'state'));
CREATE INDEX ON customer ((doc->'address'->>'postal_code'));

-- index: best
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE INDEX ON customer USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer ((doc->>'last_name'), (doc->>'first_name'), id);
CREATE INDEX ON customer ((doc->>'last_name'), id);
CREATE INDEX ON customer ((doc->>'last_name'), ((doc->>'age')::bigint) DESC, id);
CREATE INDEX ON customer ((doc->>'first_name'), ((doc->>'salary')::bigint));
CREATE INDEX ON customer ((doc->>'full_name') text_pattern_ops);
CREATE INDEX ON customer USING gin ((doc->>'full_name') public.gin_trgm_ops);
CREATE INDEX ON customer ((doc->>'email') text_pattern_ops);
CREATE INDEX ON customer USING gin ((doc->'address'->>'street') public.gin_trgm_ops);
CREATE INDEX ON customer ((doc->'address'->>'city'), ((doc->>'age')::bigint));
CREATE INDEX ON customer ((doc->'address'->>'state'), (doc->>'last_name'), (doc->>'first_name'), id);
CREATE INDEX ON customer ((doc->'address'->>'state'), ((doc->>'salary')::bigint) DESC, id);
CREATE INDEX ON customer
  ((doc->'address'->>'state'), (doc->'address'->>'postal_code') DESC, id);
CREATE INDEX ON customer ((doc->'address'->>'postal_code'));
CREATE INDEX ON customer (((doc->>'age')::bigint), ((doc->>'salary')::bigint) DESC, id);
CREATE INDEX ON customer (((doc->>'salary')::bigint) DESC, id);
CREATE INDEX ON customer ((doc->>'date_of_birth'), id);

-- name: 2.5  How can a customer be reached?
SELECT (k.doc->>'id')::bigint AS id, k.doc->>'type' AS type, k.doc->>'value' AS value
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc) WHERE c.id = 12

-- name: 3.5  The first interactions on Christmas Eve
SELECT (i.doc->>'id')::bigint AS id, c.id AS customer_id, (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE i.doc->>'at' >= '2025-12-24T00:00:00.000Z' AND i.doc->>'at' < '2025-12-25T00:00:00.000Z'
ORDER BY i.doc->>'at', 1 LIMIT 25

-- name: 3.6  How many interactions took an hour?
SELECT count(*) AS interactions FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (i.doc->>'duration_s')::bigint >= 3600

-- name: 3.7  How many devices have been silent since early 2024, by kind?
SELECT d.doc->>'kind' AS kind, count(*) AS devices FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE d.doc->>'last_seen' < '2024-03-01T00:00:00.000Z' GROUP BY 1

-- name: 3.9  The contacts of the last day of 2025, and how many are verified
SELECT count(*) AS contacts, count(*) FILTER (WHERE (k.doc->>'verified')::boolean) AS verified
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE k.doc->>'created' >= '2025-12-31T00:00:00.000Z'
  AND k.doc->>'created' < '2026-01-01T00:00:00.000Z'

-- name: 3.10  The worst scores
SELECT (i.doc->>'id')::bigint AS id, c.id AS customer_id, (i.doc->>'score')::numeric AS score
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (i.doc->>'score')::numeric <= 1.0 ORDER BY 3, 1 LIMIT 15

-- name: 4.8  Who asked for something?
SELECT (i.doc->>'id')::bigint AS id, c.id AS customer_id, i.doc->>'note' AS note
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE i.doc->>'note' LIKE 'asked%' ORDER BY 1 LIMIT 25

-- name: 5.5  Verified e-mail contacts since December
SELECT (k.doc->>'id')::bigint AS id, c.id AS customer_id, k.doc->>'value' AS value
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.doc @> '{"contacts": [{"type": "email", "verified": true}]}'
  AND k.doc @> '{"type": "email", "verified": true}'
  AND k.doc->>'created' >= '2025-12-01T00:00:00.000Z'
ORDER BY 1 LIMIT 20

-- name: 5.6  Old iOS devices that cannot be pushed to
SELECT (d.doc->>'id')::bigint AS id, c.id AS customer_id, d.doc->>'kind' AS kind
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"devices": [{"os": "ios", "os_version": "9.0", "push": false}]}'
  AND d.doc @> '{"os": "ios", "os_version": "9.0", "push": false}'
ORDER BY 1 LIMIT 20

-- name: 5.7  Long calls that were escalated
SELECT (i.doc->>'id')::bigint AS id, c.id AS customer_id,
       (i.doc->>'duration_s')::bigint AS duration_s
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc @> '{"interactions": [{"channel": "phone", "outcome": "escalated"}]}'
  AND i.doc @> '{"channel": "phone", "outcome": "escalated"}'
  AND (i.doc->>'duration_s')::bigint > 120
ORDER BY 1 LIMIT 20

-- name: 5.8  How many were resolved this half-year and scored low all the same?
SELECT count(*) AS interactions FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc @> '{"interactions": [{"outcome": "resolved"}]}'
  AND i.doc->>'outcome' = 'resolved' AND (i.doc->>'score')::numeric < 2
  AND i.doc->>'at' >= '2025-07-01T00:00:00.000Z'

-- name: 6.4  The latest interactions
SELECT (i.doc->>'id')::bigint AS id, i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) ORDER BY i.doc->>'at' DESC, 1 LIMIT 10

-- name: 6.6  The longest interactions, the latest first
SELECT (i.doc->>'id')::bigint AS id, (i.doc->>'duration_s')::bigint AS duration_s,
       (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) ORDER BY 2 DESC, i.doc->>'at' DESC, 1 LIMIT 10

-- name: 6.9  The devices seen last
SELECT (d.doc->>'id')::bigint AS id, d.doc->>'kind' AS kind,
       (d.doc->>'last_seen')::timestamptz AS last_seen
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE d.doc->>'last_seen' IS NOT NULL ORDER BY d.doc->>'last_seen' DESC, 1 LIMIT 10

-- name: 6.12  The newest verified contacts
SELECT (k.doc->>'id')::bigint AS id, k.doc->>'type' AS type,
       (k.doc->>'created')::timestamptz AS created
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE (k.doc->>'verified')::boolean ORDER BY k.doc->>'created' DESC, 1 LIMIT 10

-- name: 7.5  Interactions and their mean duration by channel
SELECT i.doc->>'channel' AS channel, count(*) AS interactions,
       avg((i.doc->>'duration_s')::bigint) AS duration_s
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 7.6  Devices by kind and system
SELECT d.doc->>'kind' AS kind, d.doc->>'os' AS os, count(*) AS devices
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc) GROUP BY 1, 2

-- name: 7.7  Interactions by month
SELECT (month || '-01')::timestamp AS month, interactions
FROM (SELECT left(i.doc->>'at', 7) AS month, count(*) AS interactions
      FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1) t

-- name: 7.8  The hours of the day
SELECT substr(i.doc->>'at', 12, 2)::int AS hour, count(*) AS interactions
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 7.9  Contacts by type, verified or not
SELECT k.doc->>'type' AS type, (k.doc->>'verified')::boolean AS verified, count(*) AS contacts
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc) GROUP BY 1, 2

-- name: 7.11  Scores by outcome
SELECT i.doc->>'outcome' AS outcome, avg((i.doc->>'score')::numeric) AS score,
       count(i.doc->>'score') AS scored
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 7.12  Who interacts most?
SELECT id AS customer_id, jsonb_array_length(doc->'interactions') AS interactions
FROM customer WHERE jsonb_array_length(doc->'interactions') > 0 ORDER BY 2 DESC, 1 LIMIT 10

-- name: 7.13  How many different customers does each channel reach?
SELECT i.doc->>'channel' AS channel, count(DISTINCT c.id) AS customers
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 8.2  The interactions of 2025 by month and channel
SELECT (month || '-01')::timestamp AS month, channel, interactions
FROM (SELECT left(i.doc->>'at', 7) AS month, i.doc->>'channel' AS channel, count(*) AS interactions
      FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
      WHERE i.doc->>'at' >= '2025-01-01T00:00:00.000Z' AND i.doc->>'at' < '2026-01-01T00:00:00.000Z'
      GROUP BY 1, 2) t

-- name: 8.3  Bad scores by channel and outcome
SELECT i.doc->>'channel' AS channel, i.doc->>'outcome' AS outcome, count(*) AS interactions,
       sum((i.doc->>'score')::numeric) AS score
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (i.doc->>'score')::numeric < 5 GROUP BY 1, 2

-- name: 8.4  Contacts since 2024 that are not verified, by type, with the newest
SELECT k.doc->>'type' AS type, count(*) AS contacts, max(k.doc->>'created')::timestamptz AS newest
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.doc @> '{"contacts": [{"verified": false}]}' AND k.doc @> '{"verified": false}'
  AND k.doc->>'created' >= '2024-01-01T00:00:00.000Z'
GROUP BY 1

-- name: 9.1  A customer with all contacts
SELECT c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, k.doc->>'value' AS value
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc) WHERE c.id = 12

-- name: 9.2  Tablets in Boston
SELECT (d.doc->>'id')::bigint AS id, c.doc->>'full_name' AS full_name, d.doc->>'os' AS os
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"address": {"city": "Boston"}, "devices": [{"kind": "tablet"}]}'
  AND d.doc->>'kind' = 'tablet'
ORDER BY 1 LIMIT 20

-- name: 9.3  The interactions of the customer with this e-mail address
SELECT i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at,
       i.doc->>'outcome' AS outcome
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc->>'email' = 'elizabeth.garcia.39@mail.example'

-- name: 9.4  The latest interactions, with names
SELECT (i.doc->>'id')::bigint AS id, c.doc->>'full_name' AS full_name,
       i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) ORDER BY i.doc->>'at' DESC, 1 LIMIT 10

-- name: 9.5  Elderly customers with a fax
SELECT (k.doc->>'id')::bigint AS id, c.doc->>'full_name' AS full_name, k.doc->>'value' AS value
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.doc @> '{"contacts": [{"type": "fax"}]}' AND (c.doc->>'age')::bigint > 65
  AND k.doc->>'type' = 'fax'
ORDER BY 1 LIMIT 20

-- name: 9.6  Devices by state
SELECT doc->'address'->>'state' AS state, sum(jsonb_array_length(doc->'devices')) AS devices
FROM customer WHERE jsonb_array_length(doc->'devices') > 0 GROUP BY 1

-- name: 9.7  The mean score by the customers' city
SELECT c.doc->'address'->>'city' AS city, avg((i.doc->>'score')::numeric) AS score
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 9.8  How many customers have no contact?
SELECT count(*) AS customers FROM customer WHERE jsonb_array_length(doc->'contacts') = 0

-- name: 9.9  How many customers had something escalated?
SELECT count(*) AS customers
FROM customer WHERE doc @> '{"interactions": [{"outcome": "escalated"}]}'

-- name: 9.10  Who takes most of our time?
SELECT c.id, c.doc->>'full_name' AS full_name, sum((i.doc->>'duration_s')::bigint) AS seconds
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
GROUP BY c.id, c.doc->>'full_name' ORDER BY 3 DESC, 1 LIMIT 10

-- name: 9.11  How many customers have how many contacts?
SELECT jsonb_array_length(doc->'contacts') AS contacts, count(*) AS customers
FROM customer GROUP BY 1

-- name: 9.12  Kinds of devices by decade of age
SELECT (c.doc->>'age')::bigint / 10 * 10 AS decade, d.doc->>'kind' AS kind, count(*) AS devices
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc) GROUP BY 1, 2

-- name: 10.1  A customer with all contacts and devices
SELECT c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, k.doc->>'value' AS value,
       d.doc->>'kind' AS kind, d.doc->>'os' AS os
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc),
     jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.id IN (12, 50)

-- name: 10.2  Elderly Californians with an iOS device and a verified mobile number
SELECT c.id, c.doc->>'full_name' AS full_name, k.doc->>'value' AS value, d.doc->>'kind' AS kind
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc),
     jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"address": {"state": "CA"}, "devices": [{"os": "ios"}],
                "contacts": [{"type": "mobile", "verified": true}]}'
  AND (c.doc->>'age')::bigint >= 60
  AND k.doc @> '{"type": "mobile", "verified": true}' AND d.doc->>'os' = 'ios'
ORDER BY c.id, (k.doc->>'id')::bigint, (d.doc->>'id')::bigint LIMIT 20

-- name: 10.3  Christmas interactions with the customers' names and devices
SELECT (i.doc->>'id')::bigint AS id, c.doc->>'full_name' AS full_name, d.doc->>'kind' AS kind,
       (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc),
     jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE i.doc->>'at' >= '2025-12-24T00:00:00.000Z' AND i.doc->>'at' < '2025-12-27T00:00:00.000Z'
ORDER BY i.doc->>'at', 1, (d.doc->>'id')::bigint LIMIT 10

-- name: 10.4  Contacts and interactions by state
SELECT doc->'address'->>'state' AS state, sum(jsonb_array_length(doc->'contacts')) AS contacts,
       sum(jsonb_array_length(doc->'interactions')) AS interactions
FROM customer
WHERE jsonb_array_length(doc->'contacts') > 0 AND jsonb_array_length(doc->'interactions') > 0
GROUP BY 1

-- name: 10.5  The mean score of customers under 40 by kind of device
SELECT d.doc->>'kind' AS kind, avg((i.doc->>'score')::numeric) AS score
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (c.doc->>'age')::bigint < 40 GROUP BY 1

-- name: 10.6  How many have an iOS device and gave something up, by state?
SELECT doc->'address'->>'state' AS state, count(*) AS customers FROM customer
WHERE doc @> '{"devices": [{"os": "ios"}], "interactions": [{"outcome": "abandoned"}]}'
GROUP BY 1

-- name: 10.7  Which contacts have those who use which channel, in California?
SELECT k.doc->>'type' AS type, i.doc->>'channel' AS channel, count(*) AS pairs
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc->'address'->>'state' = 'CA' GROUP BY 1, 2

-- name: 10.8  Who has a device and never interacted, by state?
SELECT doc->'address'->>'state' AS state, count(*) AS customers FROM customer
WHERE jsonb_array_length(doc->'devices') > 0 AND jsonb_array_length(doc->'interactions') = 0
GROUP BY 1

-- name: 10.9  Interactions of well-paid customers by the system of their devices
SELECT d.doc->>'os' AS os, count(*) AS interactions,
       avg((i.doc->>'duration_s')::bigint) AS duration_s,
       max(i.doc->>'at')::timestamptz AS latest
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (c.doc->>'salary')::bigint > 60000 GROUP BY 1

-- name: 10.10  The cities with most interactions of customers with an unverified contact
SELECT doc->'address'->>'city' AS city, sum(jsonb_array_length(doc->'interactions')) AS interactions
FROM customer
WHERE doc @> '{"contacts": [{"verified": false}]}' AND jsonb_array_length(doc->'interactions') > 0
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10

-- name: 10.11  Contacts and devices for each band of salaries, those without any included
SELECT (doc->>'salary')::bigint / 50000 * 50000 AS band, count(*) AS customers,
       sum(jsonb_array_length(doc->'contacts')) AS contacts,
       sum(jsonb_array_length(doc->'devices')) AS devices
FROM customer GROUP BY 1

-- name: 11.1  Everything about some customers
SELECT c.id, c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, d.doc->>'kind' AS kind,
       i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc),
     jsonb_array_elements(c.doc->'devices') AS d(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.id BETWEEN 0 AND 9

-- name: 11.2  How many have a contact, a device and an interaction, by state?
SELECT doc->'address'->>'state' AS state, count(*) AS customers FROM customer
WHERE jsonb_array_length(doc->'contacts') > 0 AND jsonb_array_length(doc->'devices') > 0
  AND jsonb_array_length(doc->'interactions') > 0
GROUP BY 1

-- name: 11.3  Customers with a verified contact by kind of device and channel
SELECT d.doc->>'kind' AS kind, i.doc->>'channel' AS channel, count(DISTINCT c.id) AS customers
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc @> '{"contacts": [{"verified": true}]}' GROUP BY 1, 2

-- name: 11.4  Whose file is thickest?
SELECT id, doc->>'full_name' AS full_name, entries
FROM (SELECT id, doc, jsonb_array_length(doc->'contacts') + jsonb_array_length(doc->'devices')
             + jsonb_array_length(doc->'interactions') AS entries
      FROM customer) t
WHERE entries > 0 ORDER BY entries DESC, id LIMIT 10

-- name: 11.5  The scores of customers under 30 by system and type of contact
SELECT d.doc->>'os' AS os, k.doc->>'type' AS type, avg((i.doc->>'score')::numeric) AS score,
       count(*) AS combinations
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc),
     jsonb_array_elements(c.doc->'devices') AS d(doc),
     jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE (c.doc->>'age')::bigint < 30 GROUP BY 1, 2

-- name: 12.1  Whose telephone number is this?
SELECT (k.doc->>'id')::bigint AS id, c.id AS customer_id, k.doc->>'type' AS type
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.doc @> '{"contacts": [{"value": "+1-2114941595"}]}' AND k.doc->>'value' = '+1-2114941595'

-- name: 12.2  The versions of iOS in use
SELECT d.doc->>'os_version' AS os_version, count(*) AS devices
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"devices": [{"os": "ios"}]}' AND d.doc->>'os' = 'ios' GROUP BY 1

-- name: 12.3  The newest fax numbers
SELECT (k.doc->>'id')::bigint AS id, k.doc->>'value' AS value,
       (k.doc->>'created')::timestamptz AS created
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.doc @> '{"contacts": [{"type": "fax"}]}' AND k.doc->>'type' = 'fax'
ORDER BY k.doc->>'created' DESC, 1 LIMIT 10

-- name: 12.4  What happened with a customer, in order of time
SELECT (i.doc->>'id')::bigint AS id, i.doc->>'channel' AS channel,
       (i.doc->>'at')::timestamptz AS at, i.doc->>'outcome' AS outcome
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.id = 46 ORDER BY i.doc->>'at', 1

-- name: 12.5  How many devices were never seen?
SELECT count(*) AS devices FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE d.doc->>'last_seen' IS NULL

-- name: 12.6  The first television sets with Linux
SELECT (d.doc->>'id')::bigint AS id, c.id AS customer_id, d.doc->>'os_version' AS os_version
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"devices": [{"kind": "tv", "os": "linux"}]}'
  AND d.doc @> '{"kind": "tv", "os": "linux"}'
ORDER BY 1 LIMIT 10

-- name: 12.7  How long does a visit in the store take?
SELECT avg((i.doc->>'duration_s')::bigint) AS duration_s,
       max((i.doc->>'duration_s')::bigint) AS longest
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE c.doc @> '{"interactions": [{"channel": "store"}]}' AND i.doc->>'channel' = 'store'

-- name: 12.8  The verified contacts of some customers
SELECT (k.doc->>'id')::bigint AS id, c.id AS customer_id, k.doc->>'value' AS value
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.id IN (0, 1, 2, 3, 4, 5) AND (k.doc->>'verified')::boolean

-- name: 12.9  When did each outcome last occur?
SELECT i.doc->>'outcome' AS outcome, max(i.doc->>'at')::timestamptz AS latest
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE i.doc->>'outcome' IS NOT NULL GROUP BY 1

-- name: 13.5  The third page of interactions, the newest first
SELECT (i.doc->>'id')::bigint AS id, c.id AS customer_id, (i.doc->>'at')::timestamptz AS at
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
ORDER BY i.doc->>'at' DESC, 1 DESC LIMIT 25 OFFSET 50

-- name: 14.2  What is missing in interactions, by channel?
SELECT i.doc->>'channel' AS channel, count(*) - count(i.doc->>'score') AS scores,
       count(*) - count(i.doc->>'outcome') AS outcomes, count(*) - count(i.doc->>'note') AS notes
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1

-- name: 15.2  Customers with five interactions or more
SELECT id AS customer_id, jsonb_array_length(doc->'interactions') AS interactions
FROM customer WHERE jsonb_array_length(doc->'interactions') >= 5

-- name: 15.4  Channels and outcomes whose mean score is below 6.7
SELECT i.doc->>'channel' AS channel, i.doc->>'outcome' AS outcome,
       avg((i.doc->>'score')::numeric) AS score
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
GROUP BY 1, 2 HAVING avg((i.doc->>'score')::numeric) < 6.7 AND count(*) >= 5

-- name: 17.2  Interactions by month, and the change since the month before
SELECT (month || '-01')::timestamp AS month, interactions,
       interactions - lag(interactions) OVER (ORDER BY month) AS change
FROM (SELECT left(i.doc->>'at', 7) AS month, count(*) AS interactions
      FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc) GROUP BY 1) t
ORDER BY t.month

-- name: 17.3  One customer at a glance
SELECT doc->>'full_name' AS full_name, jsonb_array_length(doc->'contacts') AS contacts,
       jsonb_array_length(doc->'devices') AS devices,
       (SELECT max(i->>'at') FROM jsonb_array_elements(doc->'interactions') AS i)::timestamptz
         AS latest
FROM customer WHERE id = 39

-- name: 17.4  Who are the quiet, the normal and the busy customers?
SELECT CASE WHEN n = 0 THEN 'quiet' WHEN n < 3 THEN 'normal' ELSE 'busy' END AS segment,
       count(*) AS customers, avg((doc->>'age')::bigint) AS age,
       avg((doc->>'salary')::bigint) AS salary
FROM (SELECT doc, jsonb_array_length(doc->'interactions') AS n FROM customer) c
GROUP BY 1

-- name: 17.5  Each state's favourite channel and its share
WITH used AS (
  SELECT c.doc->'address'->>'state' AS state, i.doc->>'channel' AS channel,
         count(*) AS interactions
  FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
  GROUP BY 1, 2
)
SELECT DISTINCT ON (state) state, channel,
       interactions * 100.0 / sum(interactions) OVER (PARTITION BY state) AS percent
FROM used ORDER BY state, interactions DESC, channel

-- name: 18.3  All kinds of devices with their systems, in order
SELECT DISTINCT d.doc->>'kind' AS kind, d.doc->>'os' AS os
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc) ORDER BY 1, 2

-- name: 18.4  How many different customers interacted in December 2025?
SELECT count(DISTINCT c.id) AS customers
FROM customer c, jsonb_array_elements(c.doc->'interactions') AS i(doc)
WHERE i.doc->>'at' >= '2025-12-01T00:00:00.000Z' AND i.doc->>'at' < '2026-01-01T00:00:00.000Z'

-- name: 18.5  The newest contact of each of the first customers
SELECT DISTINCT ON (c.id) c.id AS customer_id, (k.doc->>'id')::bigint AS id,
       k.doc->>'type' AS type, (k.doc->>'created')::timestamptz AS created
FROM customer c, jsonb_array_elements(c.doc->'contacts') AS k(doc)
WHERE c.id < 40 ORDER BY c.id, k.doc->>'created' DESC, 2

-- name: 18.6  Which versions do television sets run?
SELECT DISTINCT d.doc->>'os' AS os, d.doc->>'os_version' AS os_version
FROM customer c, jsonb_array_elements(c.doc->'devices') AS d(doc)
WHERE c.doc @> '{"devices": [{"kind": "tv"}]}' AND d.doc->>'kind' = 'tv'
