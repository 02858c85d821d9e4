-- The planner settings of the published runs of indexed reads (000_efb811b051415a57.txt and the repository it names). Pages in
-- any order cost about as much as in sequence, because all of them are in memory; and a bitmap of half a table's rows does not
-- become lossy.
SET random_page_cost = 1.1;
SET effective_cache_size = '24GB';
SET work_mem = '256MB';
