-- name: 1.1  Customers by state
SELECT doc->'address'->>'state' AS state, count(*) AS customers FROM customer GROUP BY 1;

-- name: 1.2  The span of salaries by state
SELECT doc->'address'->>'state' AS state, min((doc->>'salary')::bigint) AS lowest,
       max((doc->>'salary')::bigint) AS highest
FROM customer GROUP BY 1;
