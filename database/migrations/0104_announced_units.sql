-- The SKUs of an order that Amazon announced and that was not read yet, one entry per unit: these units are not offered.
alter table marketplace_reads add column skus text[];
