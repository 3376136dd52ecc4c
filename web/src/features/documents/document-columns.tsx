import { DOCUMENT_TYPES } from '@stowage/contract/documents/document-types';
import type { DocumentRow } from '@stowage/contract/documents/documents';
import { linkPath, sizeText } from '../../shared/documents/document-text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { dayText, localDay, parseUtcText } from '../../ui/format/date-time.ts';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/column.ts';

interface ColumnOptions {
  /** Shows who deleted documents and until when they can be restored, instead of their retention. */
  readonly isDeleted: boolean;
  readonly onOpen: (row: DocumentRow) => void;
  readonly onVendor: (vendor: string) => void;
}

const LINK = 'link min-h-8 text-left max-sm:min-h-11';

export function documentColumns({ isDeleted, onOpen, onVendor }: ColumnOptions): readonly Column<DocumentRow>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      sort: 'name',
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <button type="button" className={`${LINK} [overflow-wrap:anywhere]`} onClick={() => onOpen(row)}>
            {row.name}
          </button>
          {row.version > 1 && <Badge>Version {row.version}</Badge>}
          {row.is_duplicate && <Badge tone="warn">Duplicate</Badge>}
        </span>
      ),
    },
    { heading: 'Type', sort: 'type', cell: ({ type }) => DOCUMENT_TYPES[type].label },
    {
      heading: 'Linked to',
      sort: 'linked_to',
      cell: ({ link }) =>
        link === null ? (
          'Nothing'
        ) : (
          <a href={linkPath(link)} className={LINK}>
            {link.label}
          </a>
        ),
    },
    {
      heading: 'Vendor',
      sort: 'vendor',
      cell: ({ vendor }) =>
        vendor === null ? (
          'N/A'
        ) : (
          <button type="button" className={LINK} onClick={() => onVendor(vendor)}>
            {vendor}
          </button>
        ),
    },
    { heading: 'Size', align: 'right', sort: 'bytes', cell: ({ bytes }) => <span className="whitespace-nowrap">{sizeText(bytes)}</span> },
    { heading: 'Uploaded by', sort: 'uploaded_by', cell: ({ uploaded_by }) => uploaded_by ?? 'System' },
    { heading: 'Date', sort: 'filed_at', cell: ({ filed_at }) => <When text={filed_at} /> },
    ...(isDeleted ? DELETED_COLUMNS : [RETENTION_COLUMN]),
  ];
}

const RETENTION_COLUMN: Column<DocumentRow> = {
  heading: 'Retention',
  cell: ({ keep_until, is_elsewhere }) => (keep_until === null ? is_elsewhere ? 'With its record' : 'No end' : <Until text={keep_until} />),
};

const DELETED_COLUMNS: readonly Column<DocumentRow>[] = [
  { heading: 'Deleted by', cell: ({ deleted_by, is_elsewhere }) => deleted_by ?? (is_elsewhere ? 'With its record' : 'System') },
  { heading: 'Deleted', cell: ({ deleted_at }) => (deleted_at === null ? 'N/A' : <When text={deleted_at} />) },
  { heading: 'Can be restored', cell: ({ gone_at }) => (gone_at === null ? 'With its record' : <Until text={gone_at} />) },
];

function Until({ text }: { text: string }) {
  return <span className="whitespace-nowrap">Until {dayOf(text)}</span>;
}

/** The day in the viewer's time zone for UTC text without a zone. */
function dayOf(text: string): string {
  const moment = parseUtcText(text);
  return moment === undefined ? text : dayText(localDay(moment));
}
