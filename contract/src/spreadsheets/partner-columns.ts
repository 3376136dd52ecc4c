import type { SpreadsheetColumn } from './columns.ts';
import { VENDOR } from './product-columns.ts';

export const VENDOR_COLUMNS: readonly SpreadsheetColumn[] = [
  { ...VENDOR, aliases: [...VENDOR.aliases, 'name', 'company'], isRequired: true, explanation: 'As on purchase orders and invoices' },
  {
    name: 'credit_email',
    title: 'E-mail for credits',
    aliases: ['email', 'e-mail', 'mail', 'contact email', 'credit email', 'email address'],
    type: 'email',
    example: 'credits@acme.example',
    explanation: 'Where requests for credits are sent',
  },
  {
    name: 'order_email',
    title: 'E-mail for orders',
    aliases: ['order email', 'orders email', 'purchasing email', 'po email'],
    type: 'email',
    example: 'orders@acme.example',
    explanation: 'Where purchase orders are sent',
  },
  {
    name: 'payment_terms',
    title: 'Payment terms',
    aliases: ['terms', 'payment', 'net terms'],
    type: 'text',
    max: 200,
    example: 'Net 30',
    explanation: 'When invoices are due',
  },
  {
    name: 'lead_days',
    title: 'Lead time',
    aliases: ['lead time days', 'lead time (days)', 'lead days', 'delivery days', 'days to deliver'],
    type: 'count',
    max: 365,
    example: '14',
    explanation: 'Days from an order to its delivery, for reorder proposals',
  },
  {
    name: 'minimum_order',
    title: 'Minimum order',
    aliases: ['moq', 'order minimum', 'minimum order value', 'minimum order amount', 'min order'],
    type: 'money',
    isPositive: true,
    example: '500.00',
    explanation: 'The least amount of an order, in dollars',
  },
];

export const COMPETITOR_COLUMNS: readonly SpreadsheetColumn[] = [
  {
    name: 'seller_id',
    title: 'Seller ID',
    aliases: ['merchant id', 'seller', 'amazon seller id', 'merchant token', 'account'],
    type: 'code',
    max: 100,
    isRequired: true,
    example: 'A1B2C3D4E5F6G7',
    explanation: "The account's id on Amazon",
  },
  {
    name: 'name',
    title: 'Name',
    aliases: ['seller name', 'store', 'storefront', 'competitor', 'company'],
    type: 'text',
    max: 100,
    isRequired: true,
    example: 'Kettle World',
    explanation: 'Accounts with the same name are one competitor',
  },
  {
    name: 'watched',
    title: 'Watched',
    aliases: ['watch', 'is watched', 'active'],
    type: 'yes-no',
    example: 'Yes',
    explanation: 'Whether the MAP reports include it; Yes when empty',
  },
];

export const PEOPLE_COLUMNS: readonly SpreadsheetColumn[] = [
  {
    name: 'email',
    title: 'E-mail',
    aliases: ['email', 'mail', 'email address', 'e-mail address', 'login', 'user'],
    type: 'email',
    isRequired: true,
    example: 'kim@example.com',
    explanation: 'The person signs in with it, and gets the invitation',
  },
  {
    name: 'name',
    title: 'Name',
    aliases: ['full name', 'person', 'employee', 'user name'],
    type: 'text',
    max: 100,
    example: 'Kim Lee',
    explanation: 'The part before the @ when empty',
  },
  {
    name: 'role',
    title: 'Role',
    aliases: ['roles', 'permission', 'access', 'type'],
    type: 'text',
    max: 60,
    isRequired: true,
    example: 'User',
    explanation: 'The name of a role, as on the page Roles. Passwords are never brought in: each person chooses one by the link of the invitation',
  },
];
