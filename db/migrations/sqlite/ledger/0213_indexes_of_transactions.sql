-- Each transfer wrote a page of the index of amounts, and only lists of people were in its order.
-- The waiting ones are found among those that are not final.
DROP INDEX transactions_by_amount;
--> statement-breakpoint
DROP INDEX transactions_to_review;
--> statement-breakpoint
DROP INDEX transactions_to_approve;
