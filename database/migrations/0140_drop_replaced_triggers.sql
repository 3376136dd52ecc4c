-- contract: 1.0.0 stopped using them: its services write the dates of order lines and the state of mails, and delete the
-- documents of feeds. The others have a successor in database/functions.
drop trigger if exists order_items_copy_order on order_items;
drop function if exists copy_order_to_item();
drop trigger if exists listing_feeds_deleted on listing_feeds;
drop function if exists delete_feed_documents();
drop trigger if exists mails_of_credit_requests on mails;
drop function if exists copy_credit_request_mail();

drop trigger if exists orders_added_or_deleted on orders;
drop trigger if exists orders_changed on orders;
drop trigger if exists vendor_invoices_transitions on vendor_invoices;
drop trigger if exists vendor_credits_transitions on vendor_credits;
drop function if exists check_transition();
drop trigger if exists purchase_order_lines_kept on purchase_order_lines;
-- With the triggers that used the earlier names: the function files create them again.
drop function if exists total_purchase_orders() cascade;
drop function if exists sum_vendor_credits() cascade;
