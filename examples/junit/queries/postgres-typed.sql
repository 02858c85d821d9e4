-- name: 1.1  Customers by state
SELECT "address.state" AS state, count(*) AS customers FROM customer GROUP BY 1;

-- name: 1.2  The span of salaries by state
SELECT "address.state" AS state, min(salary) AS lowest, max(salary) AS highest FROM customer GROUP BY 1;
