-- Channels whose prices are not sent. is_paused still pauses all of them.
alter table pricing_settings add column paused_channels text[] not null default '{}';
alter table pricing_settings add constraint pricing_settings_channels_known check (paused_channels <@ array['SELLER_FULFILLED', 'FBA']) not valid;
