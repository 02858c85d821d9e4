-- The customer suite for a store with typed columns. Fields of nested objects are columns named by
-- their path: "address.city".

-- index: all
CREATE INDEX ON customer (first_name);
CREATE INDEX ON customer (last_name);
CREATE INDEX ON customer (full_name);
CREATE INDEX ON customer (age);
CREATE INDEX ON customer (salary);
CREATE INDEX ON customer (date_of_birth);
CREATE INDEX ON customer (email);
CREATE INDEX ON customer ("address.street");
CREATE INDEX ON customer ("address.city");
CREATE INDEX ON customer ("address.state");
CREATE INDEX ON customer ("address.postal_code");
CREATE INDEX ON customer_contact (customer_id);
CREATE INDEX ON customer_contact (type);
CREATE INDEX ON customer_contact (value);
CREATE INDEX ON customer_contact (verified);
CREATE INDEX ON customer_contact (created);
CREATE INDEX ON customer_device (customer_id);
CREATE INDEX ON customer_device (kind);
CREATE INDEX ON customer_device (os);
CREATE INDEX ON customer_device (os_version);
CREATE INDEX ON customer_device (last_seen);
CREATE INDEX ON customer_device (push);
CREATE INDEX ON customer_interaction (customer_id);
CREATE INDEX ON customer_interaction (channel);
CREATE INDEX ON customer_interaction (at);
CREATE INDEX ON customer_interaction (duration_s);
CREATE INDEX ON customer_interaction (score);
CREATE INDEX ON customer_interaction (outcome);
CREATE INDEX ON customer_interaction (note);

-- index: best
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
CREATE INDEX ON customer (last_name, first_name, id);
CREATE INDEX ON customer (last_name, id);
CREATE INDEX ON customer (last_name, age DESC, id);
CREATE INDEX ON customer (first_name, salary);
CREATE INDEX ON customer (full_name text_pattern_ops);
CREATE INDEX ON customer USING gin (full_name public.gin_trgm_ops);
CREATE INDEX ON customer (email text_pattern_ops);
CREATE INDEX ON customer USING gin ("address.street" public.gin_trgm_ops);
CREATE INDEX ON customer ("address.street");
CREATE INDEX ON customer ("address.city", age) INCLUDE (salary);
CREATE INDEX ON customer ("address.state", last_name, first_name, id);
CREATE INDEX ON customer ("address.state", salary DESC, id);
CREATE INDEX ON customer ("address.state", "address.postal_code" DESC, id);
CREATE INDEX ON customer ("address.postal_code");
CREATE INDEX ON customer (age, salary DESC, id);
CREATE INDEX ON customer (salary DESC, id);
CREATE INDEX ON customer (date_of_birth, id);
CREATE INDEX ON customer_contact (customer_id, type, verified);
CREATE INDEX ON customer_contact (value);
CREATE INDEX ON customer_contact (type, created DESC, id);
CREATE INDEX ON customer_contact (created DESC, id) INCLUDE (verified);
CREATE INDEX ON customer_device (customer_id, kind, os);
CREATE INDEX ON customer_device (kind, os, os_version);
CREATE INDEX ON customer_device (os, os_version, push);
CREATE INDEX ON customer_device (last_seen DESC, id);
CREATE INDEX ON customer_interaction (customer_id, at);
CREATE INDEX ON customer_interaction (at DESC, id DESC);
CREATE INDEX ON customer_interaction (channel, outcome, duration_s) INCLUDE (score);
CREATE INDEX ON customer_interaction (duration_s DESC, at DESC, id);
CREATE INDEX ON customer_interaction (score, id);
CREATE INDEX ON customer_interaction (outcome, at DESC) INCLUDE (score);
CREATE INDEX ON customer_interaction (note text_pattern_ops, id);

-- phase: foreign-keys
ALTER TABLE customer_contact ADD FOREIGN KEY (customer_id) REFERENCES customer (id);
ALTER TABLE customer_device ADD FOREIGN KEY (customer_id) REFERENCES customer (id);
ALTER TABLE customer_interaction ADD FOREIGN KEY (customer_id) REFERENCES customer (id);

-- name: 1.1  How many customers are there?
SELECT count(*) AS customers FROM customer

-- name: 1.2  The first ten customers on file
SELECT id, full_name, email FROM customer ORDER BY id LIMIT 10

-- name: 1.3  The mean age and salary
SELECT avg(age) AS age, avg(salary) AS salary FROM customer

-- name: 1.4  When were the oldest and the youngest customer born?
SELECT min(date_of_birth) AS oldest, max(date_of_birth) AS youngest FROM customer

-- name: 1.5  How many customers can be reached by e-mail, how many not?
SELECT count(email) AS reachable, count(*) - count(email) AS unreachable FROM customer

-- name: 1.6  The last twenty customers on file, and where they live
SELECT id, full_name, "address.city" AS city FROM customer ORDER BY id DESC LIMIT 20

-- name: 1.7  How many are of pension age, and what do they earn together?
SELECT count(*) FILTER (WHERE age >= 65) AS pensioners,
       sum(salary) FILTER (WHERE age >= 65) AS salaries,
       sum(salary) AS all_salaries
FROM customer

-- name: 2.1  The customer of a number
SELECT id, full_name, age, salary, "address.street" AS street, "address.city" AS city
FROM customer WHERE id = 77

-- name: 2.2  Whose e-mail address is this?
SELECT id, full_name FROM customer WHERE email = 'brandon.wood.77@mail.example'

-- name: 2.3  Who lives at this postal code?
SELECT id, full_name, "address.street" AS street
FROM customer WHERE "address.postal_code" = '60636'

-- name: 2.4  The customer of a name and a date of birth
SELECT id, email FROM customer
WHERE first_name = 'Barbara' AND last_name = 'Jones'
  AND date_of_birth = TIMESTAMPTZ '1974-11-14 00:00:00+00'

-- name: 2.5  How can a customer be reached?
SELECT id, type, value FROM customer_contact WHERE customer_id = 12

-- name: 2.6  Who lives in this house?
SELECT id, full_name, "address.city" AS city
FROM customer WHERE "address.street" = '9530 Chestnut Road'

-- name: 2.7  The customers of a list of numbers
SELECT id, full_name, age FROM customer WHERE id IN (5, 50, 500, 1500, 2400)

-- name: 3.1  Twenty customers by their numbers
SELECT id, full_name FROM customer WHERE id BETWEEN 100 AND 119

-- name: 3.2  Who earns from 50,000 to 50,500?
SELECT id, salary FROM customer WHERE salary BETWEEN 50000 AND 50500 ORDER BY id LIMIT 30

-- name: 3.3  Who was born in this week?
SELECT id, full_name, date_of_birth FROM customer
WHERE date_of_birth >= TIMESTAMPTZ '1990-04-16 00:00:00+00'
  AND date_of_birth < TIMESTAMPTZ '1990-04-23 00:00:00+00'

-- name: 3.4  The first customers in a drawer of the card index
SELECT id, last_name FROM customer
WHERE last_name >= 'Vasquez' AND last_name < 'Walker' ORDER BY id LIMIT 15

-- name: 3.5  The first interactions on Christmas Eve
SELECT id, customer_id, at FROM customer_interaction
WHERE at >= TIMESTAMPTZ '2025-12-24 00:00:00+00' AND at < TIMESTAMPTZ '2025-12-25 00:00:00+00'
ORDER BY at, id LIMIT 25

-- name: 3.6  How many interactions took an hour?
SELECT count(*) AS interactions FROM customer_interaction WHERE duration_s >= 3600

-- name: 3.7  How many devices have been silent since early 2024, by kind?
SELECT kind, count(*) AS devices FROM customer_device
WHERE last_seen < TIMESTAMPTZ '2024-03-01 00:00:00+00' GROUP BY kind

-- name: 3.8  How many earn more than 200,000, and how old are they?
SELECT count(*) AS customers, min(age) AS youngest, max(age) AS oldest
FROM customer WHERE salary > 200000

-- name: 3.9  The contacts of the last day of 2025, and how many are verified
SELECT count(*) AS contacts, count(*) FILTER (WHERE verified) AS verified
FROM customer_contact
WHERE created >= TIMESTAMPTZ '2025-12-31 00:00:00+00'
  AND created < TIMESTAMPTZ '2026-01-01 00:00:00+00'

-- name: 3.10  The worst scores
SELECT id, customer_id, score FROM customer_interaction
WHERE score <= 1.0 ORDER BY score, id LIMIT 15

-- name: 3.11  How many live between two postal codes?
SELECT count(*) AS customers FROM customer
WHERE "address.postal_code" >= '10010' AND "address.postal_code" <= '10012'

-- name: 4.1  Names that begin so
SELECT id, full_name FROM customer WHERE full_name LIKE 'Mary S%' ORDER BY id LIMIT 20

-- name: 4.2  How many e-mail addresses begin so?
SELECT count(*) AS customers FROM customer WHERE email LIKE 'james.w%'

-- name: 4.3  Streets with a word in them
SELECT id, "address.street" AS street FROM customer
WHERE "address.street" LIKE '%Lakeview%' ORDER BY id LIMIT 20

-- name: 4.4  How many last names end in -son?
SELECT count(*) AS customers, count(DISTINCT last_name) AS names
FROM customer WHERE last_name LIKE '%son'

-- name: 4.5  Names with some letters in them, large or small
SELECT id, full_name FROM customer WHERE full_name ILIKE '%VAN%' ORDER BY id LIMIT 10

-- name: 4.6  First names of four letters that begin with Ma
SELECT id, first_name FROM customer WHERE first_name LIKE 'Ma__' ORDER BY id LIMIT 10

-- name: 4.7  E-mail addresses of other domains than the usual one
SELECT id, email FROM customer WHERE email NOT LIKE '%@mail.example' ORDER BY id LIMIT 15

-- name: 4.8  Who asked for something?
SELECT id, customer_id, note FROM customer_interaction
WHERE note LIKE 'asked%' ORDER BY id LIMIT 25

-- name: 5.1  The Smiths of Chicago who are under 40
SELECT id, full_name, age FROM customer
WHERE last_name = 'Smith' AND "address.city" = 'Chicago' AND age < 40 ORDER BY id LIMIT 20

-- name: 5.2  High salaries in Texas
SELECT id, salary, "address.city" AS city FROM customer
WHERE "address.state" = 'TX' AND salary > 120000 ORDER BY id LIMIT 20

-- name: 5.3  How many thirty-year-olds live in Boston or Seattle?
SELECT count(*) AS customers FROM customer
WHERE ("address.city" = 'Boston' OR "address.city" = 'Seattle') AND age BETWEEN 30 AND 39

-- name: 5.4  Some first names with small salaries
SELECT id, first_name, salary FROM customer
WHERE first_name IN ('James', 'Mary', 'Linda') AND salary < 30000 ORDER BY id LIMIT 10

-- name: 5.5  Verified e-mail contacts since December
SELECT id, customer_id, value FROM customer_contact
WHERE type = 'email' AND verified AND created >= TIMESTAMPTZ '2025-12-01 00:00:00+00'
ORDER BY id LIMIT 20

-- name: 5.6  Old iOS devices that cannot be pushed to
SELECT id, customer_id, kind FROM customer_device
WHERE os = 'ios' AND os_version = '9.0' AND NOT push ORDER BY id LIMIT 20

-- name: 5.7  Long calls that were escalated
SELECT id, customer_id, duration_s FROM customer_interaction
WHERE channel = 'phone' AND outcome = 'escalated' AND duration_s > 120 ORDER BY id LIMIT 20

-- name: 5.8  How many were resolved this half-year and scored low all the same?
SELECT count(*) AS interactions FROM customer_interaction
WHERE outcome = 'resolved' AND score < 2 AND at >= TIMESTAMPTZ '2025-07-01 00:00:00+00'

-- name: 5.9  An age, a city and a salary, each between bounds
SELECT id, full_name FROM customer
WHERE age BETWEEN 30 AND 49 AND "address.city" = 'Denver' AND salary BETWEEN 50000 AND 65000
ORDER BY id LIMIT 20

-- name: 5.10  Old Garcias outside of two states
SELECT id, full_name, "address.state" AS state FROM customer
WHERE last_name = 'Garcia' AND NOT ("address.state" = 'CA' OR "address.state" = 'TX')
  AND age >= 70
ORDER BY id LIMIT 20

-- name: 5.11  Well paid, and very young or very old
SELECT id, age, salary FROM customer
WHERE (age < 25 AND salary > 70000) OR (age > 80 AND salary > 80000) ORDER BY id LIMIT 25

-- name: 5.12  New Yorkers born before 1980 whose street is not known
SELECT id, full_name FROM customer
WHERE "address.city" = 'New York' AND "address.street" IS NULL
  AND date_of_birth < TIMESTAMPTZ '1980-01-01 00:00:00+00'
ORDER BY id LIMIT 10

-- name: 6.1  The ten oldest customers
SELECT id, full_name, date_of_birth FROM customer ORDER BY date_of_birth, id LIMIT 10

-- name: 6.2  The ten best paid
SELECT id, full_name, salary FROM customer ORDER BY salary DESC, id LIMIT 10

-- name: 6.3  The card index, from A
SELECT id, last_name, first_name FROM customer ORDER BY last_name, first_name, id LIMIT 20

-- name: 6.4  The latest interactions
SELECT id, channel, at FROM customer_interaction ORDER BY at DESC, id LIMIT 10

-- name: 6.5  The youngest, the best paid first
SELECT id, age, salary FROM customer ORDER BY age, salary DESC, id LIMIT 10

-- name: 6.6  The longest interactions, the latest first
SELECT id, duration_s, at FROM customer_interaction
ORDER BY duration_s DESC, at DESC, id LIMIT 10

-- name: 6.7  The longest names
SELECT id, full_name FROM customer ORDER BY length(full_name) DESC, id LIMIT 10

-- name: 6.8  Who earns most for every year of age?
SELECT id, age, salary FROM customer ORDER BY salary * 1.0 / age DESC, id LIMIT 10

-- name: 6.9  The devices seen last
SELECT id, kind, last_seen FROM customer_device
WHERE last_seen IS NOT NULL ORDER BY last_seen DESC, id LIMIT 10

-- name: 6.10  By state, the highest postal code first
SELECT id, "address.state" AS state, "address.postal_code" AS postal_code FROM customer
ORDER BY "address.state", "address.postal_code" DESC, id LIMIT 20

-- name: 6.11  The oldest Smiths
SELECT id, full_name, age FROM customer WHERE last_name = 'Smith' ORDER BY age DESC, id LIMIT 10

-- name: 6.12  The newest verified contacts
SELECT id, type, created FROM customer_contact WHERE verified ORDER BY created DESC, id LIMIT 10

-- name: 7.1  Customers by state
SELECT "address.state" AS state, count(*) AS customers FROM customer GROUP BY "address.state"

-- name: 7.2  The mean salary by city
SELECT "address.city" AS city, avg(salary) AS salary FROM customer GROUP BY "address.city"

-- name: 7.3  Customers by decade of age
SELECT age - age % 10 AS decade, count(*) AS customers FROM customer GROUP BY age - age % 10

-- name: 7.4  The ten most frequent last names
SELECT last_name, count(*) AS customers FROM customer
GROUP BY last_name ORDER BY customers DESC, last_name LIMIT 10

-- name: 7.5  Interactions and their mean duration by channel
SELECT channel, count(*) AS interactions, avg(duration_s) AS duration_s
FROM customer_interaction GROUP BY channel

-- name: 7.6  Devices by kind and system
SELECT kind, os, count(*) AS devices FROM customer_device GROUP BY kind, os

-- name: 7.7  Interactions by month
SELECT date_trunc('month', at AT TIME ZONE 'UTC') AS month, count(*) AS interactions
FROM customer_interaction GROUP BY 1

-- name: 7.8  The hours of the day
SELECT CAST(extract(hour FROM at AT TIME ZONE 'UTC') AS integer) AS hour, count(*) AS interactions
FROM customer_interaction GROUP BY 1

-- name: 7.9  Contacts by type, verified or not
SELECT type, verified, count(*) AS contacts FROM customer_contact GROUP BY type, verified

-- name: 7.10  The span of salaries by state
SELECT "address.state" AS state, min(salary) AS lowest, max(salary) AS highest
FROM customer GROUP BY "address.state"

-- name: 7.11  Scores by outcome
SELECT outcome, avg(score) AS score, count(score) AS scored
FROM customer_interaction GROUP BY outcome

-- name: 7.12  Who interacts most?
SELECT customer_id, count(*) AS interactions FROM customer_interaction
GROUP BY customer_id ORDER BY interactions DESC, customer_id LIMIT 10

-- name: 7.13  How many different customers does each channel reach?
SELECT channel, count(DISTINCT customer_id) AS customers FROM customer_interaction GROUP BY channel

-- name: 7.14  GROUP BY first and last name
SELECT first_name, last_name, count(*) AS customers FROM customer GROUP BY first_name, last_name

-- name: 8.1  The mean salary by state, from 30 to 50
SELECT "address.state" AS state, avg(salary) AS salary FROM customer
WHERE age BETWEEN 30 AND 50 GROUP BY "address.state"

-- name: 8.2  The interactions of 2025 by month and channel
SELECT date_trunc('month', at AT TIME ZONE 'UTC') AS month, channel, count(*) AS interactions
FROM customer_interaction
WHERE at >= TIMESTAMPTZ '2025-01-01 00:00:00+00' AND at < TIMESTAMPTZ '2026-01-01 00:00:00+00'
GROUP BY 1, 2

-- name: 8.3  Bad scores by channel and outcome
SELECT channel, outcome, count(*) AS interactions, sum(score) AS score FROM customer_interaction
WHERE score < 5 GROUP BY channel, outcome

-- name: 8.4  Contacts since 2024 that are not verified, by type, with the newest
SELECT type, count(*) AS contacts, max(created) AS newest FROM customer_contact
WHERE NOT verified AND created >= TIMESTAMPTZ '2024-01-01 00:00:00+00' GROUP BY type

-- name: 9.1  A customer with all contacts
SELECT c.full_name, k.type, k.value
FROM customer c JOIN customer_contact k ON k.customer_id = c.id WHERE c.id = 12

-- name: 9.2  Tablets in Boston
SELECT d.id, c.full_name, d.os
FROM customer c JOIN customer_device d ON d.customer_id = c.id
WHERE c."address.city" = 'Boston' AND d.kind = 'tablet' ORDER BY d.id LIMIT 20

-- name: 9.3  The interactions of the customer with this e-mail address
SELECT i.channel, i.at, i.outcome
FROM customer c JOIN customer_interaction i ON i.customer_id = c.id
WHERE c.email = 'elizabeth.garcia.39@mail.example'

-- name: 9.4  The latest interactions, with names
SELECT i.id, c.full_name, i.channel, i.at
FROM customer_interaction i JOIN customer c ON c.id = i.customer_id
ORDER BY i.at DESC, i.id LIMIT 10

-- name: 9.5  Elderly customers with a fax
SELECT k.id, c.full_name, k.value
FROM customer_contact k JOIN customer c ON c.id = k.customer_id
WHERE k.type = 'fax' AND c.age > 65 ORDER BY k.id LIMIT 20

-- name: 9.6  Devices by state
SELECT c."address.state" AS state, count(*) AS devices
FROM customer_device d JOIN customer c ON c.id = d.customer_id GROUP BY c."address.state"

-- name: 9.7  The mean score by the customers' city
SELECT c."address.city" AS city, avg(i.score) AS score
FROM customer_interaction i JOIN customer c ON c.id = i.customer_id GROUP BY c."address.city"

-- name: 9.8  How many customers have no contact?
SELECT count(*) AS customers FROM customer c
WHERE NOT EXISTS (SELECT 1 FROM customer_contact k WHERE k.customer_id = c.id)

-- name: 9.9  How many customers had something escalated?
SELECT count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_interaction i
              WHERE i.customer_id = c.id AND i.outcome = 'escalated')

-- name: 9.10  Who takes most of our time?
SELECT c.id, c.full_name, t.seconds
FROM (SELECT customer_id, sum(duration_s) AS seconds FROM customer_interaction
      GROUP BY customer_id ORDER BY seconds DESC, customer_id LIMIT 10) t
JOIN customer c ON c.id = t.customer_id
ORDER BY t.seconds DESC, c.id

-- name: 9.11  How many customers have how many contacts?
SELECT contacts, count(*) AS customers
FROM (SELECT c.id, count(k.id) AS contacts
      FROM customer c LEFT JOIN customer_contact k ON k.customer_id = c.id GROUP BY c.id) t
GROUP BY contacts

-- name: 9.12  Kinds of devices by decade of age
SELECT c.age - c.age % 10 AS decade, d.kind, count(*) AS devices
FROM customer_device d JOIN customer c ON c.id = d.customer_id GROUP BY 1, 2

-- name: 10.1  A customer with all contacts and devices
SELECT c.full_name, k.type, k.value, d.kind, d.os
FROM customer c
JOIN customer_contact k ON k.customer_id = c.id
JOIN customer_device d ON d.customer_id = c.id
WHERE c.id IN (12, 50)

-- name: 10.2  Elderly Californians with an iOS device and a verified mobile number
SELECT c.id, c.full_name, k.value, d.kind
FROM customer c
JOIN customer_contact k ON k.customer_id = c.id
JOIN customer_device d ON d.customer_id = c.id
WHERE c."address.state" = 'CA' AND c.age >= 60
  AND k.type = 'mobile' AND k.verified AND d.os = 'ios'
ORDER BY c.id, k.id, d.id LIMIT 20

-- name: 10.3  Christmas interactions with the customers' names and devices
SELECT i.id, c.full_name, d.kind, i.at
FROM customer_interaction i
JOIN customer c ON c.id = i.customer_id
JOIN customer_device d ON d.customer_id = c.id
WHERE i.at >= TIMESTAMPTZ '2025-12-24 00:00:00+00' AND i.at < TIMESTAMPTZ '2025-12-27 00:00:00+00'
ORDER BY i.at, i.id, d.id LIMIT 10

-- name: 10.4  Contacts and interactions by state
SELECT c."address.state" AS state, sum(k.contacts) AS contacts, sum(i.interactions) AS interactions
FROM customer c
JOIN (SELECT customer_id, count(*) AS contacts FROM customer_contact GROUP BY customer_id) k
  ON k.customer_id = c.id
JOIN (SELECT customer_id, count(*) AS interactions FROM customer_interaction
      GROUP BY customer_id) i
  ON i.customer_id = c.id
GROUP BY c."address.state"

-- name: 10.5  The mean score of customers under 40 by kind of device
SELECT d.kind, avg(i.score) AS score
FROM customer c
JOIN customer_device d ON d.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE c.age < 40 GROUP BY d.kind

-- name: 10.6  How many have an iOS device and gave something up, by state?
SELECT c."address.state" AS state, count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_device d WHERE d.customer_id = c.id AND d.os = 'ios')
  AND EXISTS (SELECT 1 FROM customer_interaction i
              WHERE i.customer_id = c.id AND i.outcome = 'abandoned')
GROUP BY c."address.state"

-- name: 10.7  Which contacts have those who use which channel, in California?
SELECT k.type, i.channel, count(*) AS pairs
FROM customer c
JOIN customer_contact k ON k.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE c."address.state" = 'CA' GROUP BY k.type, i.channel

-- name: 10.8  Who has a device and never interacted, by state?
SELECT c."address.state" AS state, count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_device d WHERE d.customer_id = c.id)
  AND NOT EXISTS (SELECT 1 FROM customer_interaction i WHERE i.customer_id = c.id)
GROUP BY c."address.state"

-- name: 10.9  Interactions of well-paid customers by the system of their devices
SELECT d.os, count(*) AS interactions, avg(i.duration_s) AS duration_s, max(i.at) AS latest
FROM customer c
JOIN customer_device d ON d.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE c.salary > 60000 GROUP BY d.os

-- name: 10.10  The cities with most interactions of customers with an unverified contact
SELECT c."address.city" AS city, count(*) AS interactions
FROM customer c JOIN customer_interaction i ON i.customer_id = c.id
WHERE EXISTS (SELECT 1 FROM customer_contact k WHERE k.customer_id = c.id AND NOT k.verified)
GROUP BY c."address.city" ORDER BY interactions DESC, city LIMIT 10

-- name: 10.11  Contacts and devices for each band of salaries, those without any included
SELECT c.salary - c.salary % 50000 AS band,
       count(*) AS customers,
       coalesce(sum(k.contacts), 0) AS contacts,
       coalesce(sum(d.devices), 0) AS devices
FROM customer c
LEFT JOIN (SELECT customer_id, count(*) AS contacts FROM customer_contact GROUP BY customer_id) k
  ON k.customer_id = c.id
LEFT JOIN (SELECT customer_id, count(*) AS devices FROM customer_device GROUP BY customer_id) d
  ON d.customer_id = c.id
GROUP BY c.salary - c.salary % 50000

-- name: 11.1  Everything about some customers
SELECT c.id, c.full_name, k.type, d.kind, i.channel, i.at
FROM customer c
JOIN customer_contact k ON k.customer_id = c.id
JOIN customer_device d ON d.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE c.id BETWEEN 0 AND 9

-- name: 11.2  How many have a contact, a device and an interaction, by state?
SELECT c."address.state" AS state, count(*) AS customers FROM customer c
WHERE EXISTS (SELECT 1 FROM customer_contact k WHERE k.customer_id = c.id)
  AND EXISTS (SELECT 1 FROM customer_device d WHERE d.customer_id = c.id)
  AND EXISTS (SELECT 1 FROM customer_interaction i WHERE i.customer_id = c.id)
GROUP BY c."address.state"

-- name: 11.3  Customers with a verified contact by kind of device and channel
SELECT d.kind, i.channel, count(DISTINCT c.id) AS customers
FROM customer c
JOIN customer_device d ON d.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE EXISTS (SELECT 1 FROM customer_contact k WHERE k.customer_id = c.id AND k.verified)
GROUP BY d.kind, i.channel

-- name: 11.4  Whose file is thickest?
SELECT c.id, c.full_name, t.entries
FROM (SELECT customer_id, sum(n) AS entries
      FROM (SELECT customer_id, count(*) AS n FROM customer_contact GROUP BY customer_id
            UNION ALL
            SELECT customer_id, count(*) FROM customer_device GROUP BY customer_id
            UNION ALL
            SELECT customer_id, count(*) FROM customer_interaction GROUP BY customer_id) u
      GROUP BY customer_id ORDER BY entries DESC, customer_id LIMIT 10) t
JOIN customer c ON c.id = t.customer_id
ORDER BY t.entries DESC, c.id

-- name: 11.5  The scores of customers under 30 by system and type of contact
SELECT d.os, k.type, avg(i.score) AS score, count(*) AS combinations
FROM customer c
JOIN customer_contact k ON k.customer_id = c.id
JOIN customer_device d ON d.customer_id = c.id
JOIN customer_interaction i ON i.customer_id = c.id
WHERE c.age < 30 GROUP BY d.os, k.type

-- name: 12.1  Whose telephone number is this?
SELECT id, customer_id, type FROM customer_contact WHERE value = '+1-2114941595'

-- name: 12.2  The versions of iOS in use
SELECT os_version, count(*) AS devices FROM customer_device WHERE os = 'ios' GROUP BY os_version

-- name: 12.3  The newest fax numbers
SELECT id, value, created FROM customer_contact
WHERE type = 'fax' ORDER BY created DESC, id LIMIT 10

-- name: 12.4  What happened with a customer, in order of time
SELECT id, channel, at, outcome FROM customer_interaction WHERE customer_id = 46 ORDER BY at, id

-- name: 12.5  How many devices were never seen?
SELECT count(*) AS devices FROM customer_device WHERE last_seen IS NULL

-- name: 12.6  The first television sets with Linux
SELECT id, customer_id, os_version FROM customer_device
WHERE kind = 'tv' AND os = 'linux' ORDER BY id LIMIT 10

-- name: 12.7  How long does a visit in the store take?
SELECT avg(duration_s) AS duration_s, max(duration_s) AS longest
FROM customer_interaction WHERE channel = 'store'

-- name: 12.8  The verified contacts of some customers
SELECT id, customer_id, value FROM customer_contact
WHERE customer_id IN (0, 1, 2, 3, 4, 5) AND verified

-- name: 12.9  When did each outcome last occur?
SELECT outcome, max(at) AS latest FROM customer_interaction
WHERE outcome IS NOT NULL GROUP BY outcome

-- name: 13.1  The second page of customers
SELECT id, full_name FROM customer ORDER BY id LIMIT 20 OFFSET 20

-- name: 13.2  A page far behind, by first name and salary
SELECT id, first_name, salary FROM customer
ORDER BY first_name, salary DESC, id LIMIT 20 OFFSET 2000

-- name: 13.3  The page after a number
SELECT id, full_name FROM customer WHERE id > 1000 ORDER BY id LIMIT 20

-- name: 13.4  The page after a name and a number
SELECT id, last_name FROM customer
WHERE (last_name, id) > ('Garcia', 500) ORDER BY last_name, id LIMIT 20

-- name: 13.5  The third page of interactions, the newest first
SELECT id, customer_id, at FROM customer_interaction ORDER BY at DESC, id DESC LIMIT 25 OFFSET 50

-- name: 13.6  The fourth page of the Californians by name
SELECT id, last_name, first_name FROM customer WHERE "address.state" = 'CA'
ORDER BY last_name, first_name, id LIMIT 10 OFFSET 30

-- name: 14.1  The first customers without an e-mail address
SELECT id, full_name FROM customer WHERE email IS NULL ORDER BY id LIMIT 20

-- name: 14.2  What is missing in interactions, by channel?
SELECT channel, count(*) - count(score) AS scores, count(*) - count(outcome) AS outcomes,
       count(*) - count(note) AS notes
FROM customer_interaction GROUP BY channel

-- name: 15.1  The cities with a mean salary above 54,000
SELECT "address.city" AS city, avg(salary) AS salary FROM customer
GROUP BY "address.city" HAVING avg(salary) > 54000

-- name: 15.2  Customers with five interactions or more
SELECT customer_id, count(*) AS interactions FROM customer_interaction
GROUP BY customer_id HAVING count(*) >= 5

-- name: 15.3  How many full names belong to one customer only?
SELECT count(*) AS names
FROM (SELECT full_name FROM customer GROUP BY full_name HAVING count(*) = 1) t

-- name: 15.4  Channels and outcomes whose mean score is below 6.7
SELECT channel, outcome, avg(score) AS score FROM customer_interaction
GROUP BY channel, outcome HAVING avg(score) < 6.7 AND count(*) >= 5

-- name: 16.1  A number that no customer has
SELECT id, full_name FROM customer WHERE id = -1

-- name: 16.2  A range whose end is before its beginning
SELECT count(*) AS customers FROM customer WHERE salary BETWEEN 50000 AND 40000

-- name: 16.3  Names with quotes and from other scripts
SELECT id, full_name FROM customer WHERE last_name IN ('O''Brien', 'Muñoz', '李', '')

-- name: 16.4  Underscores are no wildcards here
SELECT count(*) AS customers FROM customer WHERE email LIKE '%!_%' ESCAPE '!'

-- name: 16.5  A condition that everybody fulfils
SELECT count(*) AS customers FROM customer WHERE age >= 0

-- name: 16.6  The smallest and the greatest age there can be
SELECT id, age FROM customer WHERE age IN (18, 19, 89, 90) ORDER BY id LIMIT 20

-- name: 16.7  A condition that contradicts itself
SELECT id FROM customer WHERE "address.state" = 'CA' AND "address.state" = 'NY'

-- name: 16.8  Totals over nothing
SELECT count(*) AS customers, sum(salary) AS salaries, avg(age) AS age, max(email) AS email
FROM customer WHERE age > 200

-- name: 17.1  The best-paid customer of each state
SELECT state, id, full_name, salary
FROM (SELECT "address.state" AS state, id, full_name, salary,
             row_number() OVER (PARTITION BY "address.state" ORDER BY salary DESC, id) AS place
      FROM customer) t
WHERE place = 1

-- name: 17.2  Interactions by month, and the change since the month before
WITH months AS (
  SELECT date_trunc('month', at AT TIME ZONE 'UTC') AS month, count(*) AS interactions
  FROM customer_interaction GROUP BY 1
)
SELECT month, interactions, interactions - lag(interactions) OVER (ORDER BY month) AS change
FROM months ORDER BY month

-- name: 17.3  One customer at a glance
SELECT c.full_name,
       (SELECT count(*) FROM customer_contact k WHERE k.customer_id = c.id) AS contacts,
       (SELECT count(*) FROM customer_device d WHERE d.customer_id = c.id) AS devices,
       (SELECT max(i.at) FROM customer_interaction i WHERE i.customer_id = c.id) AS latest
FROM customer c WHERE c.id = 39

-- name: 17.4  Who are the quiet, the normal and the busy customers?
SELECT CASE WHEN n IS NULL THEN 'quiet' WHEN n < 3 THEN 'normal' ELSE 'busy' END AS segment,
       count(*) AS customers, avg(age) AS age, avg(salary) AS salary
FROM customer c
LEFT JOIN (SELECT customer_id, count(*) AS n FROM customer_interaction GROUP BY customer_id) i
  ON i.customer_id = c.id
GROUP BY 1

-- name: 17.5  Each state's favourite channel and its share
WITH used AS (
  SELECT c."address.state" AS state, i.channel, count(*) AS interactions
  FROM customer_interaction i JOIN customer c ON c.id = i.customer_id GROUP BY 1, 2
), placed AS (
  SELECT state, channel, interactions,
         sum(interactions) OVER (PARTITION BY state) AS total,
         row_number() OVER (PARTITION BY state ORDER BY interactions DESC, channel) AS place
  FROM used
)
SELECT state, channel, interactions * 100.0 / total AS percent FROM placed WHERE place = 1

-- name: 18.1  All cities with their states
SELECT DISTINCT "address.city" AS city, "address.state" AS state FROM customer

-- name: 18.2  How many different first and last names are there?
SELECT count(DISTINCT first_name) AS first_names, count(DISTINCT last_name) AS last_names
FROM customer

-- name: 18.3  All kinds of devices with their systems, in order
SELECT DISTINCT kind, os FROM customer_device ORDER BY kind, os

-- name: 18.4  How many different customers interacted in December 2025?
SELECT count(DISTINCT customer_id) AS customers FROM customer_interaction
WHERE at >= TIMESTAMPTZ '2025-12-01 00:00:00+00' AND at < TIMESTAMPTZ '2026-01-01 00:00:00+00'

-- name: 18.5  The newest contact of each of the first customers
SELECT DISTINCT ON (customer_id) customer_id, id, type, created FROM customer_contact
WHERE customer_id < 40 ORDER BY customer_id, created DESC, id

-- name: 18.6  Which versions do television sets run?
SELECT DISTINCT os, os_version FROM customer_device WHERE kind = 'tv'
