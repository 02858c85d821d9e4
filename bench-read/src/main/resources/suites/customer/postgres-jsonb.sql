-- The customer suite for documents in a jsonb column, doc. Equality on several fields is containment
-- (@>), which one GIN index serves; ranges, order and single values go by expression indexes.
-- Timestamps are ISO 8601 text in UTC, whose order is that of time.

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
CREATE INDEX ON customer_contact USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_contact (((doc->>'customer_id')::bigint));
CREATE INDEX ON customer_contact ((doc->>'type'));
CREATE INDEX ON customer_contact ((doc->>'value'));
CREATE INDEX ON customer_contact (((doc->>'verified')::boolean));
CREATE INDEX ON customer_contact ((doc->>'created'));
CREATE INDEX ON customer_device USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_device (((doc->>'customer_id')::bigint));
CREATE INDEX ON customer_device ((doc->>'kind'));
CREATE INDEX ON customer_device ((doc->>'os'));
CREATE INDEX ON customer_device ((doc->>'os_version'));
CREATE INDEX ON customer_device ((doc->>'last_seen'));
CREATE INDEX ON customer_device (((doc->>'push')::boolean));
CREATE INDEX ON customer_interaction USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_interaction (((doc->>'customer_id')::bigint));
CREATE INDEX ON customer_interaction ((doc->>'channel'));
CREATE INDEX ON customer_interaction ((doc->>'at'));
CREATE INDEX ON customer_interaction (((doc->>'duration_s')::bigint));
CREATE INDEX ON customer_interaction (((doc->>'score')::numeric));
CREATE INDEX ON customer_interaction ((doc->>'outcome'));
CREATE INDEX ON customer_interaction ((doc->>'note'));

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
CREATE INDEX ON customer_contact USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_contact (((doc->>'customer_id')::bigint), (doc->>'type'));
CREATE INDEX ON customer_contact ((doc->>'value'));
CREATE INDEX ON customer_contact ((doc->>'type'), (doc->>'created') DESC, id);
CREATE INDEX ON customer_contact ((doc->>'created') DESC, id);
CREATE INDEX ON customer_device USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_device (((doc->>'customer_id')::bigint), (doc->>'kind'), (doc->>'os'));
CREATE INDEX ON customer_device ((doc->>'kind'), (doc->>'os'), (doc->>'os_version'));
CREATE INDEX ON customer_device ((doc->>'last_seen') DESC, id);
CREATE INDEX ON customer_interaction USING gin (doc jsonb_path_ops);
CREATE INDEX ON customer_interaction (((doc->>'customer_id')::bigint), (doc->>'at'));
CREATE INDEX ON customer_interaction ((doc->>'at') DESC, id DESC);
CREATE INDEX ON customer_interaction
  ((doc->>'channel'), (doc->>'outcome'), ((doc->>'duration_s')::bigint));
CREATE INDEX ON customer_interaction
  (((doc->>'duration_s')::bigint) DESC, (doc->>'at') DESC, id);
CREATE INDEX ON customer_interaction (((doc->>'score')::numeric), id);
CREATE INDEX ON customer_interaction ((doc->>'outcome'), (doc->>'at') DESC);
CREATE INDEX ON customer_interaction ((doc->>'note') text_pattern_ops, id);

-- name: 1.1  How many customers are there?
SELECT count(*) AS customers FROM customer

-- name: 1.2  The first ten customers on file
SELECT id, doc->>'full_name' AS full_name, doc->>'email' AS email FROM customer ORDER BY id LIMIT 10

-- name: 1.3  The mean age and salary
SELECT avg((doc->>'age')::bigint) AS age, avg((doc->>'salary')::bigint) AS salary FROM customer

-- name: 1.4  When were the oldest and the youngest customer born?
SELECT min(doc->>'date_of_birth')::timestamptz AS oldest,
       max(doc->>'date_of_birth')::timestamptz AS youngest
FROM customer

-- name: 1.5  How many customers can be reached by e-mail, how many not?
SELECT count(doc->>'email') AS reachable, count(*) - count(doc->>'email') AS unreachable
FROM customer

-- name: 1.6  The last twenty customers on file, and where they live
SELECT id, doc->>'full_name' AS full_name, doc->'address'->>'city' AS city
FROM customer ORDER BY id DESC LIMIT 20

-- name: 1.7  How many are of pension age, and what do they earn together?
SELECT count(*) FILTER (WHERE (doc->>'age')::bigint >= 65) AS pensioners,
       sum((doc->>'salary')::bigint) FILTER (WHERE (doc->>'age')::bigint >= 65) AS salaries,
       sum((doc->>'salary')::bigint) AS all_salaries
FROM customer

-- name: 2.1  The customer of a number
SELECT id, doc->>'full_name' AS full_name, (doc->>'age')::bigint AS age,
       (doc->>'salary')::bigint AS salary, doc->'address'->>'street' AS street,
       doc->'address'->>'city' AS city
FROM customer WHERE id = 77

-- name: 2.2  Whose e-mail address is this?
SELECT id, doc->>'full_name' AS full_name
FROM customer WHERE doc->>'email' = 'brandon.wood.77@mail.example'

-- name: 2.3  Who lives at this postal code?
SELECT id, doc->>'full_name' AS full_name, doc->'address'->>'street' AS street
FROM customer WHERE doc->'address'->>'postal_code' = '60636'

-- name: 2.4  The customer of a name and a date of birth
SELECT id, doc->>'email' AS email FROM customer
WHERE doc @> '{"first_name": "Barbara", "last_name": "Jones",
               "date_of_birth": "1974-11-14T00:00:00.000Z"}'

-- name: 2.5  How can a customer be reached?
SELECT id, doc->>'type' AS type, doc->>'value' AS value
FROM customer_contact WHERE (doc->>'customer_id')::bigint = 12

-- name: 2.6  Who lives in this house?
SELECT id, doc->>'full_name' AS full_name, doc->'address'->>'city' AS city
FROM customer WHERE doc @> '{"address": {"street": "9530 Chestnut Road"}}'

-- name: 2.7  The customers of a list of numbers
SELECT id, doc->>'full_name' AS full_name, (doc->>'age')::bigint AS age
FROM customer WHERE id IN (5, 50, 500, 1500, 2400)

-- name: 3.1  Twenty customers by their numbers
SELECT id, doc->>'full_name' AS full_name FROM customer WHERE id BETWEEN 100 AND 119

-- name: 3.2  Who earns from 50,000 to 50,500?
SELECT id, (doc->>'salary')::bigint AS salary FROM customer
WHERE (doc->>'salary')::bigint BETWEEN 50000 AND 50500 ORDER BY id LIMIT 30

-- name: 3.3  Who was born in this week?
SELECT id, doc->>'full_name' AS full_name, (doc->>'date_of_birth')::timestamptz AS date_of_birth
FROM customer
WHERE doc->>'date_of_birth' >= '1990-04-16T00:00:00.000Z'
  AND doc->>'date_of_birth' < '1990-04-23T00:00:00.000Z'

-- name: 3.4  The first customers in a drawer of the card index
SELECT id, doc->>'last_name' AS last_name FROM customer
WHERE doc->>'last_name' >= 'Vasquez' AND doc->>'last_name' < 'Walker' ORDER BY id LIMIT 15

-- name: 3.5  The first interactions on Christmas Eve
SELECT id, (doc->>'customer_id')::bigint AS customer_id, (doc->>'at')::timestamptz AS at
FROM customer_interaction
WHERE doc->>'at' >= '2025-12-24T00:00:00.000Z' AND doc->>'at' < '2025-12-25T00:00:00.000Z'
ORDER BY doc->>'at', id LIMIT 25

-- name: 3.6  How many interactions took an hour?
SELECT count(*) AS interactions FROM customer_interaction
WHERE (doc->>'duration_s')::bigint >= 3600

-- name: 3.7  How many devices have been silent since early 2024, by kind?
SELECT doc->>'kind' AS kind, count(*) AS devices FROM customer_device
WHERE doc->>'last_seen' < '2024-03-01T00:00:00.000Z' GROUP BY doc->>'kind'

-- name: 3.8  How many earn more than 200,000, and how old are they?
SELECT count(*) AS customers, min((doc->>'age')::bigint) AS youngest,
       max((doc->>'age')::bigint) AS oldest
FROM customer WHERE (doc->>'salary')::bigint > 200000

-- name: 3.9  The contacts of the last day of 2025, and how many are verified
SELECT count(*) AS contacts, count(*) FILTER (WHERE doc @> '{"verified": true}') AS verified
FROM customer_contact
WHERE doc->>'created' >= '2025-12-31T00:00:00.000Z'
  AND doc->>'created' < '2026-01-01T00:00:00.000Z'

-- name: 3.10  The worst scores
SELECT id, (doc->>'customer_id')::bigint AS customer_id, (doc->>'score')::numeric AS score
FROM customer_interaction
WHERE (doc->>'score')::numeric <= 1.0 ORDER BY (doc->>'score')::numeric, id LIMIT 15

-- name: 3.11  How many live between two postal codes?
SELECT count(*) AS customers FROM customer
WHERE doc->'address'->>'postal_code' >= '10010' AND doc->'address'->>'postal_code' <= '10012'

-- name: 4.1  Names that begin so
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc->>'full_name' LIKE 'Mary S%' ORDER BY id LIMIT 20

-- name: 4.2  How many e-mail addresses begin so?
SELECT count(*) AS customers FROM customer WHERE doc->>'email' LIKE 'james.w%'

-- name: 4.3  Streets with a word in them
SELECT id, doc->'address'->>'street' AS street FROM customer
WHERE doc->'address'->>'street' LIKE '%Lakeview%' ORDER BY id LIMIT 20

-- name: 4.4  How many last names end in -son?
SELECT count(*) AS customers, count(DISTINCT doc->>'last_name') AS names
FROM customer WHERE doc->>'last_name' LIKE '%son'

-- name: 4.5  Names with some letters in them, large or small
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc->>'full_name' ILIKE '%VAN%' ORDER BY id LIMIT 10

-- name: 4.6  First names of four letters that begin with Ma
SELECT id, doc->>'first_name' AS first_name FROM customer
WHERE doc->>'first_name' LIKE 'Ma__' ORDER BY id LIMIT 10

-- name: 4.7  E-mail addresses of other domains than the usual one
SELECT id, doc->>'email' AS email FROM customer
WHERE doc->>'email' NOT LIKE '%@mail.example' ORDER BY id LIMIT 15

-- name: 4.8  Who asked for something?
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'note' AS note
FROM customer_interaction WHERE doc->>'note' LIKE 'asked%' ORDER BY id LIMIT 25

-- name: 5.1  The Smiths of Chicago who are under 40
SELECT id, doc->>'full_name' AS full_name, (doc->>'age')::bigint AS age FROM customer
WHERE doc @> '{"last_name": "Smith", "address": {"city": "Chicago"}}'
  AND (doc->>'age')::bigint < 40
ORDER BY id LIMIT 20

-- name: 5.2  High salaries in Texas
SELECT id, (doc->>'salary')::bigint AS salary, doc->'address'->>'city' AS city FROM customer
WHERE doc->'address'->>'state' = 'TX' AND (doc->>'salary')::bigint > 120000 ORDER BY id LIMIT 20

-- name: 5.3  How many thirty-year-olds live in Boston or Seattle?
SELECT count(*) AS customers FROM customer
WHERE doc->'address'->>'city' IN ('Boston', 'Seattle') AND (doc->>'age')::bigint BETWEEN 30 AND 39

-- name: 5.4  Some first names with small salaries
SELECT id, doc->>'first_name' AS first_name, (doc->>'salary')::bigint AS salary FROM customer
WHERE doc->>'first_name' IN ('James', 'Mary', 'Linda') AND (doc->>'salary')::bigint < 30000
ORDER BY id LIMIT 10

-- name: 5.5  Verified e-mail contacts since December
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'value' AS value
FROM customer_contact
WHERE doc @> '{"type": "email", "verified": true}' AND doc->>'created' >= '2025-12-01T00:00:00.000Z'
ORDER BY id LIMIT 20

-- name: 5.6  Old iOS devices that cannot be pushed to
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'kind' AS kind
FROM customer_device
WHERE doc @> '{"os": "ios", "os_version": "9.0", "push": false}' ORDER BY id LIMIT 20

-- name: 5.7  Long calls that were escalated
SELECT id, (doc->>'customer_id')::bigint AS customer_id, (doc->>'duration_s')::bigint AS duration_s
FROM customer_interaction
WHERE doc @> '{"channel": "phone", "outcome": "escalated"}' AND (doc->>'duration_s')::bigint > 120
ORDER BY id LIMIT 20

-- name: 5.8  How many were resolved this half-year and scored low all the same?
SELECT count(*) AS interactions FROM customer_interaction
WHERE doc @> '{"outcome": "resolved"}' AND (doc->>'score')::numeric < 2
  AND doc->>'at' >= '2025-07-01T00:00:00.000Z'

-- name: 5.9  An age, a city and a salary, each between bounds
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc->'address'->>'city' = 'Denver' AND (doc->>'age')::bigint BETWEEN 30 AND 49
  AND (doc->>'salary')::bigint BETWEEN 50000 AND 65000
ORDER BY id LIMIT 20

-- name: 5.10  Old Garcias outside of two states
SELECT id, doc->>'full_name' AS full_name, doc->'address'->>'state' AS state FROM customer
WHERE doc->>'last_name' = 'Garcia' AND doc->'address'->>'state' NOT IN ('CA', 'TX')
  AND (doc->>'age')::bigint >= 70
ORDER BY id LIMIT 20

-- name: 5.11  Well paid, and very young or very old
SELECT id, (doc->>'age')::bigint AS age, (doc->>'salary')::bigint AS salary FROM customer
WHERE ((doc->>'age')::bigint < 25 AND (doc->>'salary')::bigint > 70000)
   OR ((doc->>'age')::bigint > 80 AND (doc->>'salary')::bigint > 80000)
ORDER BY id LIMIT 25

-- name: 5.12  New Yorkers born before 1980 whose street is not known
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc @> '{"address": {"city": "New York", "street": null}}'
  AND doc->>'date_of_birth' < '1980-01-01T00:00:00.000Z'
ORDER BY id LIMIT 10

-- name: 6.1  The ten oldest customers
SELECT id, doc->>'full_name' AS full_name, (doc->>'date_of_birth')::timestamptz AS date_of_birth
FROM customer ORDER BY doc->>'date_of_birth', id LIMIT 10

-- name: 6.2  The ten best paid
SELECT id, doc->>'full_name' AS full_name, (doc->>'salary')::bigint AS salary
FROM customer ORDER BY (doc->>'salary')::bigint DESC, id LIMIT 10

-- name: 6.3  The card index, from A
SELECT id, doc->>'last_name' AS last_name, doc->>'first_name' AS first_name
FROM customer ORDER BY doc->>'last_name', doc->>'first_name', id LIMIT 20

-- name: 6.4  The latest interactions
SELECT id, doc->>'channel' AS channel, (doc->>'at')::timestamptz AS at
FROM customer_interaction ORDER BY doc->>'at' DESC, id LIMIT 10

-- name: 6.5  The youngest, the best paid first
SELECT id, (doc->>'age')::bigint AS age, (doc->>'salary')::bigint AS salary
FROM customer ORDER BY (doc->>'age')::bigint, (doc->>'salary')::bigint DESC, id LIMIT 10

-- name: 6.6  The longest interactions, the latest first
SELECT id, (doc->>'duration_s')::bigint AS duration_s, (doc->>'at')::timestamptz AS at
FROM customer_interaction
ORDER BY (doc->>'duration_s')::bigint DESC, doc->>'at' DESC, id LIMIT 10

-- name: 6.7  The longest names
SELECT id, doc->>'full_name' AS full_name FROM customer
ORDER BY length(doc->>'full_name') DESC, id LIMIT 10

-- name: 6.8  Who earns most for every year of age?
SELECT id, (doc->>'age')::bigint AS age, (doc->>'salary')::bigint AS salary FROM customer
ORDER BY (doc->>'salary')::numeric / (doc->>'age')::numeric DESC, id LIMIT 10

-- name: 6.9  The devices seen last
SELECT id, doc->>'kind' AS kind, (doc->>'last_seen')::timestamptz AS last_seen
FROM customer_device
WHERE doc->>'last_seen' IS NOT NULL ORDER BY doc->>'last_seen' DESC, id LIMIT 10

-- name: 6.10  By state, the highest postal code first
SELECT id, doc->'address'->>'state' AS state, doc->'address'->>'postal_code' AS postal_code
FROM customer
ORDER BY doc->'address'->>'state', doc->'address'->>'postal_code' DESC, id LIMIT 20

-- name: 6.11  The oldest Smiths
SELECT id, doc->>'full_name' AS full_name, (doc->>'age')::bigint AS age FROM customer
WHERE doc->>'last_name' = 'Smith' ORDER BY (doc->>'age')::bigint DESC, id LIMIT 10

-- name: 6.12  The newest verified contacts
SELECT id, doc->>'type' AS type, (doc->>'created')::timestamptz AS created FROM customer_contact
WHERE (doc->>'verified')::boolean ORDER BY doc->>'created' DESC, id LIMIT 10

-- name: 7.1  Customers by state
SELECT doc->'address'->>'state' AS state, count(*) AS customers FROM customer GROUP BY 1

-- name: 7.2  The mean salary by city
SELECT doc->'address'->>'city' AS city, avg((doc->>'salary')::bigint) AS salary
FROM customer GROUP BY 1

-- name: 7.3  Customers by decade of age
SELECT (doc->>'age')::bigint / 10 * 10 AS decade, count(*) AS customers FROM customer GROUP BY 1

-- name: 7.4  The ten most frequent last names
SELECT doc->>'last_name' AS last_name, count(*) AS customers FROM customer
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10

-- name: 7.5  Interactions and their mean duration by channel
SELECT doc->>'channel' AS channel, count(*) AS interactions,
       avg((doc->>'duration_s')::bigint) AS duration_s
FROM customer_interaction GROUP BY 1

-- name: 7.6  Devices by kind and system
SELECT doc->>'kind' AS kind, doc->>'os' AS os, count(*) AS devices
FROM customer_device GROUP BY 1, 2

-- name: 7.7  Interactions by month
SELECT (month || '-01')::timestamp AS month, interactions
FROM (SELECT left(doc->>'at', 7) AS month, count(*) AS interactions
      FROM customer_interaction GROUP BY 1) t

-- name: 7.8  The hours of the day
SELECT substr(doc->>'at', 12, 2)::int AS hour, count(*) AS interactions
FROM customer_interaction GROUP BY 1

-- name: 7.9  Contacts by type, verified or not
SELECT doc->>'type' AS type, (doc->>'verified')::boolean AS verified, count(*) AS contacts
FROM customer_contact GROUP BY 1, 2

-- name: 7.10  The span of salaries by state
SELECT doc->'address'->>'state' AS state, min((doc->>'salary')::bigint) AS lowest,
       max((doc->>'salary')::bigint) AS highest
FROM customer GROUP BY 1

-- name: 7.11  Scores by outcome
SELECT doc->>'outcome' AS outcome, avg((doc->>'score')::numeric) AS score,
       count(doc->>'score') AS scored
FROM customer_interaction GROUP BY 1

-- name: 7.12  Who interacts most?
SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS interactions
FROM customer_interaction GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10

-- name: 7.13  How many different customers does each channel reach?
SELECT doc->>'channel' AS channel, count(DISTINCT (doc->>'customer_id')::bigint) AS customers
FROM customer_interaction GROUP BY 1

-- name: 7.14  GROUP BY first and last name
SELECT doc->>'first_name' AS first_name, doc->>'last_name' AS last_name, count(*) AS customers
FROM customer GROUP BY 1, 2

-- name: 8.1  The mean salary by state, from 30 to 50
SELECT doc->'address'->>'state' AS state, avg((doc->>'salary')::bigint) AS salary FROM customer
WHERE (doc->>'age')::bigint BETWEEN 30 AND 50 GROUP BY 1

-- name: 8.2  The interactions of 2025 by month and channel
SELECT (month || '-01')::timestamp AS month, channel, interactions
FROM (SELECT left(doc->>'at', 7) AS month, doc->>'channel' AS channel, count(*) AS interactions
      FROM customer_interaction
      WHERE doc->>'at' >= '2025-01-01T00:00:00.000Z' AND doc->>'at' < '2026-01-01T00:00:00.000Z'
      GROUP BY 1, 2) t

-- name: 8.3  Bad scores by channel and outcome
SELECT doc->>'channel' AS channel, doc->>'outcome' AS outcome, count(*) AS interactions,
       sum((doc->>'score')::numeric) AS score
FROM customer_interaction WHERE (doc->>'score')::numeric < 5 GROUP BY 1, 2

-- name: 8.4  Contacts since 2024 that are not verified, by type, with the newest
SELECT doc->>'type' AS type, count(*) AS contacts, max(doc->>'created')::timestamptz AS newest
FROM customer_contact
WHERE doc @> '{"verified": false}' AND doc->>'created' >= '2024-01-01T00:00:00.000Z' GROUP BY 1

-- name: 9.1  A customer with all contacts
SELECT c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, k.doc->>'value' AS value
FROM customer c JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id WHERE c.id = 12

-- name: 9.2  Tablets in Boston
SELECT d.id, c.doc->>'full_name' AS full_name, d.doc->>'os' AS os
FROM customer c JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
WHERE c.doc->'address'->>'city' = 'Boston' AND d.doc->>'kind' = 'tablet' ORDER BY d.id LIMIT 20

-- name: 9.3  The interactions of the customer with this e-mail address
SELECT i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at,
       i.doc->>'outcome' AS outcome
FROM customer c JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE c.doc->>'email' = 'elizabeth.garcia.39@mail.example'

-- name: 9.4  The latest interactions, with names
SELECT i.id, c.doc->>'full_name' AS full_name, i.doc->>'channel' AS channel,
       (i.doc->>'at')::timestamptz AS at
FROM customer_interaction i JOIN customer c ON c.id = (i.doc->>'customer_id')::bigint
ORDER BY i.doc->>'at' DESC, i.id LIMIT 10

-- name: 9.5  Elderly customers with a fax
SELECT k.id, c.doc->>'full_name' AS full_name, k.doc->>'value' AS value
FROM customer_contact k JOIN customer c ON c.id = (k.doc->>'customer_id')::bigint
WHERE k.doc->>'type' = 'fax' AND (c.doc->>'age')::bigint > 65 ORDER BY k.id LIMIT 20

-- name: 9.6  Devices by state
SELECT c.doc->'address'->>'state' AS state, count(*) AS devices
FROM customer_device d JOIN customer c ON c.id = (d.doc->>'customer_id')::bigint GROUP BY 1

-- name: 9.7  The mean score by the customers' city
SELECT c.doc->'address'->>'city' AS city, avg((i.doc->>'score')::numeric) AS score
FROM customer_interaction i JOIN customer c ON c.id = (i.doc->>'customer_id')::bigint GROUP BY 1

-- name: 9.8  How many customers have no contact?
SELECT count(*) AS customers FROM customer c
WHERE NOT EXISTS (SELECT 1 FROM customer_contact k WHERE (k.doc->>'customer_id')::bigint = c.id)

-- name: 9.9  How many customers had something escalated?
SELECT count(DISTINCT (doc->>'customer_id')::bigint) AS customers
FROM customer_interaction WHERE doc->>'outcome' = 'escalated'

-- name: 9.10  Who takes most of our time?
SELECT c.id, c.doc->>'full_name' AS full_name, t.seconds
FROM (SELECT (doc->>'customer_id')::bigint AS customer_id,
             sum((doc->>'duration_s')::bigint) AS seconds
      FROM customer_interaction GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10) t
JOIN customer c ON c.id = t.customer_id
ORDER BY t.seconds DESC, c.id

-- name: 9.11  How many customers have how many contacts?
SELECT coalesce(k.contacts, 0) AS contacts, count(*) AS customers
FROM customer c
LEFT JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS contacts
           FROM customer_contact GROUP BY 1) k
  ON k.customer_id = c.id
GROUP BY 1

-- name: 9.12  Kinds of devices by decade of age
SELECT (c.doc->>'age')::bigint / 10 * 10 AS decade, d.doc->>'kind' AS kind, count(*) AS devices
FROM customer_device d JOIN customer c ON c.id = (d.doc->>'customer_id')::bigint GROUP BY 1, 2

-- name: 10.1  A customer with all contacts and devices
SELECT c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, k.doc->>'value' AS value,
       d.doc->>'kind' AS kind, d.doc->>'os' AS os
FROM customer c
JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
WHERE c.id IN (12, 50)

-- name: 10.2  Elderly Californians with an iOS device and a verified mobile number
SELECT c.id, c.doc->>'full_name' AS full_name, k.doc->>'value' AS value, d.doc->>'kind' AS kind
FROM customer c
JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
WHERE c.doc->'address'->>'state' = 'CA' AND (c.doc->>'age')::bigint >= 60
  AND k.doc @> '{"type": "mobile", "verified": true}' AND d.doc @> '{"os": "ios"}'
ORDER BY c.id, k.id, d.id LIMIT 20

-- name: 10.3  Christmas interactions with the customers' names and devices
SELECT i.id, c.doc->>'full_name' AS full_name, d.doc->>'kind' AS kind,
       (i.doc->>'at')::timestamptz AS at
FROM customer_interaction i
JOIN customer c ON c.id = (i.doc->>'customer_id')::bigint
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
WHERE i.doc->>'at' >= '2025-12-24T00:00:00.000Z' AND i.doc->>'at' < '2025-12-27T00:00:00.000Z'
ORDER BY i.doc->>'at', i.id, d.id LIMIT 10

-- name: 10.4  Contacts and interactions by state
SELECT c.doc->'address'->>'state' AS state, sum(k.contacts) AS contacts,
       sum(i.interactions) AS interactions
FROM customer c
JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS contacts
      FROM customer_contact GROUP BY 1) k ON k.customer_id = c.id
JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS interactions
      FROM customer_interaction GROUP BY 1) i ON i.customer_id = c.id
GROUP BY 1

-- name: 10.5  The mean score of customers under 40 by kind of device
SELECT d.doc->>'kind' AS kind, avg((i.doc->>'score')::numeric) AS score
FROM customer c
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE (c.doc->>'age')::bigint < 40 GROUP BY 1

-- name: 10.6  How many have an iOS device and gave something up, by state?
SELECT c.doc->'address'->>'state' AS state, count(*) AS customers FROM customer c
WHERE c.id IN (SELECT (doc->>'customer_id')::bigint FROM customer_device
               WHERE doc->>'os' = 'ios')
  AND c.id IN (SELECT (doc->>'customer_id')::bigint FROM customer_interaction
               WHERE doc->>'outcome' = 'abandoned')
GROUP BY 1

-- name: 10.7  Which contacts have those who use which channel, in California?
SELECT k.doc->>'type' AS type, i.doc->>'channel' AS channel, count(*) AS pairs
FROM customer c
JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE c.doc->'address'->>'state' = 'CA' GROUP BY 1, 2

-- name: 10.8  Who has a device and never interacted, by state?
SELECT c.doc->'address'->>'state' AS state, count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_device d WHERE (d.doc->>'customer_id')::bigint = c.id)
  AND NOT EXISTS (SELECT 1 FROM customer_interaction i
                  WHERE (i.doc->>'customer_id')::bigint = c.id)
GROUP BY 1

-- name: 10.9  Interactions of well-paid customers by the system of their devices
SELECT d.doc->>'os' AS os, count(*) AS interactions,
       avg((i.doc->>'duration_s')::bigint) AS duration_s,
       max(i.doc->>'at')::timestamptz AS latest
FROM customer c
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE (c.doc->>'salary')::bigint > 60000 GROUP BY 1

-- name: 10.10  The cities with most interactions of customers with an unverified contact
SELECT c.doc->'address'->>'city' AS city, count(*) AS interactions
FROM customer c JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE c.id IN (SELECT (doc->>'customer_id')::bigint FROM customer_contact
               WHERE doc @> '{"verified": false}')
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10

-- name: 10.11  Contacts and devices for each band of salaries, those without any included
SELECT (c.doc->>'salary')::bigint / 50000 * 50000 AS band,
       count(*) AS customers,
       coalesce(sum(k.contacts), 0) AS contacts,
       coalesce(sum(d.devices), 0) AS devices
FROM customer c
LEFT JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS contacts
           FROM customer_contact GROUP BY 1) k ON k.customer_id = c.id
LEFT JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS devices
           FROM customer_device GROUP BY 1) d ON d.customer_id = c.id
GROUP BY 1

-- name: 11.1  Everything about some customers
SELECT c.id, c.doc->>'full_name' AS full_name, k.doc->>'type' AS type, d.doc->>'kind' AS kind,
       i.doc->>'channel' AS channel, (i.doc->>'at')::timestamptz AS at
FROM customer c
JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE c.id BETWEEN 0 AND 9

-- name: 11.2  How many have a contact, a device and an interaction, by state?
SELECT c.doc->'address'->>'state' AS state, count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_contact k WHERE (k.doc->>'customer_id')::bigint = c.id)
  AND EXISTS (SELECT 1 FROM customer_device d WHERE (d.doc->>'customer_id')::bigint = c.id)
  AND EXISTS (SELECT 1 FROM customer_interaction i WHERE (i.doc->>'customer_id')::bigint = c.id)
GROUP BY 1

-- name: 11.3  Customers with a verified contact by kind of device and channel
SELECT d.doc->>'kind' AS kind, i.doc->>'channel' AS channel, count(DISTINCT c.id) AS customers
FROM customer c
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE c.id IN (SELECT (doc->>'customer_id')::bigint FROM customer_contact
               WHERE doc @> '{"verified": true}')
GROUP BY 1, 2

-- name: 11.4  Whose file is thickest?
SELECT c.id, c.doc->>'full_name' AS full_name, t.entries
FROM (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS entries
      FROM (SELECT doc FROM customer_contact
            UNION ALL SELECT doc FROM customer_device
            UNION ALL SELECT doc FROM customer_interaction) u
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10) t
JOIN customer c ON c.id = t.customer_id
ORDER BY t.entries DESC, c.id

-- name: 11.5  The scores of customers under 30 by system and type of contact
SELECT d.doc->>'os' AS os, k.doc->>'type' AS type, avg((i.doc->>'score')::numeric) AS score,
       count(*) AS combinations
FROM customer c
JOIN customer_contact k ON (k.doc->>'customer_id')::bigint = c.id
JOIN customer_device d ON (d.doc->>'customer_id')::bigint = c.id
JOIN customer_interaction i ON (i.doc->>'customer_id')::bigint = c.id
WHERE (c.doc->>'age')::bigint < 30 GROUP BY 1, 2

-- name: 12.1  Whose telephone number is this?
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'type' AS type
FROM customer_contact WHERE doc->>'value' = '+1-2114941595'

-- name: 12.2  The versions of iOS in use
SELECT doc->>'os_version' AS os_version, count(*) AS devices
FROM customer_device WHERE doc->>'os' = 'ios' GROUP BY 1

-- name: 12.3  The newest fax numbers
SELECT id, doc->>'value' AS value, (doc->>'created')::timestamptz AS created
FROM customer_contact
WHERE doc->>'type' = 'fax' ORDER BY doc->>'created' DESC, id LIMIT 10

-- name: 12.4  What happened with a customer, in order of time
SELECT id, doc->>'channel' AS channel, (doc->>'at')::timestamptz AS at, doc->>'outcome' AS outcome
FROM customer_interaction
WHERE (doc->>'customer_id')::bigint = 46 ORDER BY doc->>'at', id

-- name: 12.5  How many devices were never seen?
SELECT count(*) AS devices FROM customer_device WHERE doc->>'last_seen' IS NULL

-- name: 12.6  The first television sets with Linux
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'os_version' AS os_version
FROM customer_device WHERE doc @> '{"kind": "tv", "os": "linux"}' ORDER BY id LIMIT 10

-- name: 12.7  How long does a visit in the store take?
SELECT avg((doc->>'duration_s')::bigint) AS duration_s, max((doc->>'duration_s')::bigint) AS longest
FROM customer_interaction WHERE doc->>'channel' = 'store'

-- name: 12.8  The verified contacts of some customers
SELECT id, (doc->>'customer_id')::bigint AS customer_id, doc->>'value' AS value
FROM customer_contact
WHERE (doc->>'customer_id')::bigint IN (0, 1, 2, 3, 4, 5) AND (doc->>'verified')::boolean

-- name: 12.9  When did each outcome last occur?
SELECT doc->>'outcome' AS outcome, max(doc->>'at')::timestamptz AS latest
FROM customer_interaction WHERE doc->>'outcome' IS NOT NULL GROUP BY 1

-- name: 13.1  The second page of customers
SELECT id, doc->>'full_name' AS full_name FROM customer ORDER BY id LIMIT 20 OFFSET 20

-- name: 13.2  A page far behind, by first name and salary
SELECT id, doc->>'first_name' AS first_name, (doc->>'salary')::bigint AS salary FROM customer
ORDER BY doc->>'first_name', (doc->>'salary')::bigint DESC, id LIMIT 20 OFFSET 2000

-- name: 13.3  The page after a number
SELECT id, doc->>'full_name' AS full_name FROM customer WHERE id > 1000 ORDER BY id LIMIT 20

-- name: 13.4  The page after a name and a number
SELECT id, doc->>'last_name' AS last_name FROM customer
WHERE (doc->>'last_name', id) > ('Garcia', 500) ORDER BY doc->>'last_name', id LIMIT 20

-- name: 13.5  The third page of interactions, the newest first
SELECT id, (doc->>'customer_id')::bigint AS customer_id, (doc->>'at')::timestamptz AS at
FROM customer_interaction ORDER BY doc->>'at' DESC, id DESC LIMIT 25 OFFSET 50

-- name: 13.6  The fourth page of the Californians by name
SELECT id, doc->>'last_name' AS last_name, doc->>'first_name' AS first_name FROM customer
WHERE doc->'address'->>'state' = 'CA'
ORDER BY doc->>'last_name', doc->>'first_name', id LIMIT 10 OFFSET 30

-- name: 14.1  The first customers without an e-mail address
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc @> '{"email": null}' ORDER BY id LIMIT 20

-- name: 14.2  What is missing in interactions, by channel?
SELECT doc->>'channel' AS channel, count(*) - count(doc->>'score') AS scores,
       count(*) - count(doc->>'outcome') AS outcomes, count(*) - count(doc->>'note') AS notes
FROM customer_interaction GROUP BY 1

-- name: 15.1  The cities with a mean salary above 54,000
SELECT doc->'address'->>'city' AS city, avg((doc->>'salary')::bigint) AS salary FROM customer
GROUP BY 1 HAVING avg((doc->>'salary')::bigint) > 54000

-- name: 15.2  Customers with five interactions or more
SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS interactions
FROM customer_interaction GROUP BY 1 HAVING count(*) >= 5

-- name: 15.3  How many full names belong to one customer only?
SELECT count(*) AS names
FROM (SELECT doc->>'full_name' FROM customer GROUP BY 1 HAVING count(*) = 1) t

-- name: 15.4  Channels and outcomes whose mean score is below 6.7
SELECT doc->>'channel' AS channel, doc->>'outcome' AS outcome,
       avg((doc->>'score')::numeric) AS score
FROM customer_interaction
GROUP BY 1, 2 HAVING avg((doc->>'score')::numeric) < 6.7 AND count(*) >= 5

-- name: 16.1  A number that no customer has
SELECT id, doc->>'full_name' AS full_name FROM customer WHERE id = -1

-- name: 16.2  A range whose end is before its beginning
SELECT count(*) AS customers FROM customer WHERE (doc->>'salary')::bigint BETWEEN 50000 AND 40000

-- name: 16.3  Names with quotes and from other scripts
SELECT id, doc->>'full_name' AS full_name FROM customer
WHERE doc->>'last_name' IN ('O''Brien', 'Muñoz', '李', '')

-- name: 16.4  Underscores are no wildcards here
SELECT count(*) AS customers FROM customer WHERE doc->>'email' LIKE '%!_%' ESCAPE '!'

-- name: 16.5  A condition that everybody fulfils
SELECT count(*) AS customers FROM customer WHERE (doc->>'age')::bigint >= 0

-- name: 16.6  The smallest and the greatest age there can be
SELECT id, (doc->>'age')::bigint AS age FROM customer
WHERE (doc->>'age')::bigint IN (18, 19, 89, 90) ORDER BY id LIMIT 20

-- name: 16.7  A condition that contradicts itself
SELECT id FROM customer
WHERE doc->'address'->>'state' = 'CA' AND doc->'address'->>'state' = 'NY'

-- name: 16.8  Totals over nothing
SELECT count(*) AS customers, sum((doc->>'salary')::bigint) AS salaries,
       avg((doc->>'age')::bigint) AS age, max(doc->>'email') AS email
FROM customer WHERE (doc->>'age')::bigint > 200

-- name: 17.1  The best-paid customer of each state
SELECT DISTINCT ON (doc->'address'->>'state')
       doc->'address'->>'state' AS state, id, doc->>'full_name' AS full_name,
       (doc->>'salary')::bigint AS salary
FROM customer ORDER BY doc->'address'->>'state', (doc->>'salary')::bigint DESC, id

-- name: 17.2  Interactions by month, and the change since the month before
SELECT (month || '-01')::timestamp AS month, interactions,
       interactions - lag(interactions) OVER (ORDER BY month) AS change
FROM (SELECT left(doc->>'at', 7) AS month, count(*) AS interactions
      FROM customer_interaction GROUP BY 1) t
ORDER BY t.month

-- name: 17.3  One customer at a glance
SELECT c.doc->>'full_name' AS full_name,
       (SELECT count(*) FROM customer_contact k
        WHERE (k.doc->>'customer_id')::bigint = c.id) AS contacts,
       (SELECT count(*) FROM customer_device d
        WHERE (d.doc->>'customer_id')::bigint = c.id) AS devices,
       (SELECT max(i.doc->>'at') FROM customer_interaction i
        WHERE (i.doc->>'customer_id')::bigint = c.id)::timestamptz AS latest
FROM customer c WHERE c.id = 39

-- name: 17.4  Who are the quiet, the normal and the busy customers?
SELECT CASE WHEN n IS NULL THEN 'quiet' WHEN n < 3 THEN 'normal' ELSE 'busy' END AS segment,
       count(*) AS customers, avg((doc->>'age')::bigint) AS age,
       avg((doc->>'salary')::bigint) AS salary
FROM customer c
LEFT JOIN (SELECT (doc->>'customer_id')::bigint AS customer_id, count(*) AS n
           FROM customer_interaction GROUP BY 1) i ON i.customer_id = c.id
GROUP BY 1

-- name: 17.5  Each state's favourite channel and its share
WITH used AS (
  SELECT c.doc->'address'->>'state' AS state, i.doc->>'channel' AS channel,
         count(*) AS interactions
  FROM customer_interaction i JOIN customer c ON c.id = (i.doc->>'customer_id')::bigint
  GROUP BY 1, 2
)
SELECT DISTINCT ON (state) state, channel,
       interactions * 100.0 / sum(interactions) OVER (PARTITION BY state) AS percent
FROM used ORDER BY state, interactions DESC, channel

-- name: 18.1  All cities with their states
SELECT DISTINCT doc->'address'->>'city' AS city, doc->'address'->>'state' AS state FROM customer

-- name: 18.2  How many different first and last names are there?
SELECT count(DISTINCT doc->>'first_name') AS first_names,
       count(DISTINCT doc->>'last_name') AS last_names
FROM customer

-- name: 18.3  All kinds of devices with their systems, in order
SELECT DISTINCT doc->>'kind' AS kind, doc->>'os' AS os FROM customer_device ORDER BY 1, 2

-- name: 18.4  How many different customers interacted in December 2025?
SELECT count(DISTINCT (doc->>'customer_id')::bigint) AS customers FROM customer_interaction
WHERE doc->>'at' >= '2025-12-01T00:00:00.000Z' AND doc->>'at' < '2026-01-01T00:00:00.000Z'

-- name: 18.5  The newest contact of each of the first customers
SELECT DISTINCT ON ((doc->>'customer_id')::bigint) (doc->>'customer_id')::bigint AS customer_id,
       id, doc->>'type' AS type, (doc->>'created')::timestamptz AS created
FROM customer_contact WHERE (doc->>'customer_id')::bigint < 40
ORDER BY (doc->>'customer_id')::bigint, doc->>'created' DESC, id

-- name: 18.6  Which versions do television sets run?
SELECT DISTINCT doc->>'os' AS os, doc->>'os_version' AS os_version
FROM customer_device WHERE doc->>'kind' = 'tv'
