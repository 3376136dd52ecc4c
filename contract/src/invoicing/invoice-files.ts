import * as z from 'zod';
import { endpoint, fileBytes, takesBytes } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';

export const INVOICE_MAX_FILES = 10;
const INVOICE_PDF_MAX_BYTES = 20 * 1024 * 1024;

export const uploadInvoiceFile = endpoint('PUT /api/vendor-invoices/:id/file', {
  summary:
    'Attach the vendor’s PDF to an invoice; its content is checked, not its name. It replaces a PDF that was not approved. A paid or void invoice takes only a first PDF',
  params: recordParams,
  query: z.object({ name: z.string().trim().min(1).max(255) }),
  ...takesBytes,
  maxBodyBytes: INVOICE_PDF_MAX_BYTES,
  response: z.object({ name: z.string(), pages: z.number().nullable(), same_as: z.array(z.object({ id: z.number(), number: z.string() })) }),
  reasons: ['not_a_pdf', 'wrong_state', 'too_many'],
});

export const getInvoiceFile = endpoint('GET /api/vendor-invoices/:id/file', {
  summary: 'The vendor’s PDF of an invoice: the one with this hash, by default the newest',
  params: recordParams,
  query: z.object({
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  response: fileBytes,
  format: 'file',
});
