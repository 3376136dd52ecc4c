-- How many ASINs have a MAP takes a look at all listings: worked out now and then, as the others are.
alter table slow_figures drop constraint slow_figures_name_known;
alter table slow_figures add constraint slow_figures_name_known check (name in ('STOCK_VALUE', 'OUT_OF_SYNC', 'MAP_ASINS'));
