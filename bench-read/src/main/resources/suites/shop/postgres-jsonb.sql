-- The shop for a jsonb column, doc. Times are ISO 8601 text in UTC, in every store.

-- index: all
CREATE UNIQUE INDEX ON accounts ((doc->>'uuid'));
CREATE INDEX ON accounts ((doc->>'createdAt'));
CREATE INDEX ON accounts USING gin ((doc->'owners'));
CREATE UNIQUE INDEX ON products ((doc->>'uuid'));
CREATE UNIQUE INDEX ON products ((doc->>'name'));
CREATE INDEX ON products USING gin ((doc->'categories'));
CREATE INDEX ON products USING gin ((doc->'tags'));
CREATE INDEX ON products ((doc->>'createdAt'));

-- name: 1.1  Which accounts come after an instant?
SELECT doc FROM accounts WHERE doc->>'createdAt' > '2026-02-28T12:00:00.000Z'
ORDER BY doc->>'createdAt' LIMIT 55;

-- name: 1.2  Which accounts come before an instant?
SELECT doc FROM accounts WHERE doc->>'createdAt' < '2026-02-28T12:00:00.000Z'
ORDER BY doc->>'createdAt' DESC LIMIT 55;

-- name: 1.3  Which accounts have one of four owners?
SELECT doc FROM accounts
WHERE doc->'owners' ?| array['user-125802', 'user-287910', 'user-623469', 'user-802097'];

-- name: 1.4  How many of a hundred accounts are of each type, and since when?
SELECT doc->>'type' AS type, count(*) AS accounts,
  min(doc->>'createdAt') AS oldest, max(doc->>'createdAt') AS newest,
  min(jsonb_array_length(doc->'owners')) AS min_size, max(jsonb_array_length(doc->'owners')) AS max_size
FROM accounts
WHERE id IN (
  5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105, 115, 125, 135, 145, 155, 165, 175, 185, 195, 205,
  215, 225, 235, 245, 255, 265, 275, 285, 295, 305, 315, 325, 335, 345, 355, 365, 375, 385, 395,
  405, 415, 425, 435, 445, 455, 465, 475, 485, 495, 505, 515, 525, 535, 545, 555, 565, 575, 585,
  595, 605, 615, 625, 635, 645, 655, 665, 675, 685, 695, 705, 715, 725, 735, 745, 755, 765, 775,
  785, 795, 805, 815, 825, 835, 845, 855, 865, 875, 885, 895, 905, 915, 925, 935, 945, 955, 965,
  975, 985, 995)
GROUP BY 1;

-- name: 2.1  Which products come after an instant?
SELECT doc FROM products WHERE doc->>'createdAt' > '2026-02-28T12:00:00.000Z'
ORDER BY doc->>'createdAt' LIMIT 55;

-- name: 2.2  Which products come before an instant?
SELECT doc FROM products WHERE doc->>'createdAt' < '2026-02-28T12:00:00.000Z'
ORDER BY doc->>'createdAt' DESC LIMIT 55;

-- name: 2.3  How many of a hundred products have each tag, and since when?
SELECT tag, count(*) AS products,
  min(doc->>'createdAt') AS oldest, max(doc->>'createdAt') AS newest,
  min(jsonb_array_length(doc->'variations')) AS min_size,
  max(jsonb_array_length(doc->'variations')) AS max_size
FROM products, jsonb_array_elements_text(doc->'tags') AS tag
WHERE id IN (
  5, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105, 115, 125, 135, 145, 155, 165, 175, 185, 195, 205,
  215, 225, 235, 245, 255, 265, 275, 285, 295, 305, 315, 325, 335, 345, 355, 365, 375, 385, 395,
  405, 415, 425, 435, 445, 455, 465, 475, 485, 495, 505, 515, 525, 535, 545, 555, 565, 575, 585,
  595, 605, 615, 625, 635, 645, 655, 665, 675, 685, 695, 705, 715, 725, 735, 745, 755, 765, 775,
  785, 795, 805, 815, 825, 835, 845, 855, 865, 875, 885, 895, 905, 915, 925, 935, 945, 955, 965,
  975, 985, 995)
GROUP BY 1;
