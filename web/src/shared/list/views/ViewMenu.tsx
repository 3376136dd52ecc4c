import { changeListView, deleteListView, type ListName, type ListView, listViews } from '@stowage/contract/identity/list-views';
import { ChevronDown, LayoutList } from 'lucide-react';
import { useState } from 'react';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Menu, MenuChoice, MenuItem } from '../../../ui/Menu.tsx';
import { CommandDialog } from '../../CommandDialog.tsx';
import type { useListLayout } from '../use-list-layout.ts';
import type { useListViews } from './use-list-views.ts';
import { NewViewDialog, ViewDialog } from './ViewDialog.tsx';
import { addressText } from './view-address.ts';

interface ViewMenuProps {
  readonly list: ListName;
  readonly views: Pick<ReturnType<typeof useListViews>, 'views' | 'current' | 'content' | 'isChanged' | 'open' | 'forget'>;
  readonly layout: Pick<ReturnType<typeof useListLayout>, 'defaultView' | 'setDefaultView' | 'chosen'>;
  /** The columns in the address, which a view stores. */
  readonly cols: string | undefined;
}

const NONE = 'none';

/** The named views of a list: opens one, and saves, shares, renames and deletes them. */
export function ViewMenu({ list, views, layout, cols }: ViewMenuProps) {
  const { current, content, isChanged } = views;
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete'>();
  const seen = useSeenView(current, isChanged);
  const invalidate = useInvalidate();
  const change = useCommand(changeListView, [listViews]);
  const close = () => setDialog(undefined);
  const update = ({ id, name }: ListView) =>
    change.mutate(
      { params: { id }, body: { version: seen?.version ?? 0, address: content, columns: cols?.split(',') ?? null } },
      {
        onSuccess: () => toast('good', `Updated the view ${name}`),
        onError: (error) => {
          toast('bad', error.message);
          void invalidate(listViews);
        },
      },
    );
  const isDefault = current !== undefined && layout.defaultView === current.id;
  const title = current === undefined ? 'All' : `${current.name}${isChanged ? ' (changed)' : ''}`;
  const options = [
    { value: NONE, label: 'All' },
    ...views.views.map((view) => ({ value: String(view.id), label: <ViewName view={view} isDefault={view.id === layout.defaultView} /> })),
  ];
  return (
    <>
      <Menu
        label={`View: ${title}`}
        className="inline-flex min-h-8 max-w-64 items-center gap-1.5 rounded-md border border-edge bg-surface px-2.5 text-[13px] font-medium hover:bg-sunken max-sm:min-h-11"
        button={
          <>
            <LayoutList size={15} aria-hidden className="shrink-0" /> <span className="truncate">View: {title}</span>
            <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
          </>
        }
      >
        <MenuChoice
          label="Views"
          current={current === undefined ? NONE : String(current.id)}
          options={options}
          onChoose={(value) => views.open(views.views.find(({ id }) => String(id) === value))}
        />
        <div role="presentation" className="my-1 border-t border-line" />
        {current?.may_change && isChanged && <MenuItem onClick={() => update(current)}>Update “{current.name}”</MenuItem>}
        {current !== undefined && isChanged && <MenuItem onClick={() => views.open(current)}>Discard the changes</MenuItem>}
        <MenuItem onClick={() => setDialog('new')}>Save as a new view…</MenuItem>
        {current !== undefined && (
          <MenuItem onClick={() => layout.setDefaultView(isDefault ? undefined : current.id)}>
            {isDefault ? 'Don’t open the list with this view' : 'Open the list with this view'}
          </MenuItem>
        )}
        {current?.may_change && (
          <>
            <MenuItem onClick={() => setDialog('edit')}>Rename or share…</MenuItem>
            <MenuItem onClick={() => setDialog('delete')}>Delete the view…</MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'new' && (
        <NewViewDialog
          list={list}
          address={content}
          columns={cols?.split(',') ?? layout.chosen ?? null}
          onSaved={(view) => views.open(view, true)}
          onClose={close}
        />
      )}
      {dialog === 'edit' && current !== undefined && <ViewDialog view={current} onClose={close} />}
      {dialog === 'delete' && current !== undefined && (
        <CommandDialog
          title="Delete view"
          question={`Delete the view ${current.name}?${current.is_shared ? ' Everybody sees it.' : ''} The list stays as it is.`}
          confirmLabel="Delete"
          isDangerous
          endpoint={deleteListView}
          input={{ params: { id: current.id } }}
          stale={[listViews]}
          done={`Deleted the view ${current.name}`}
          onDone={views.forget}
          onClose={close}
        />
      )}
    </>
  );
}

/** The opened view as the person saw it before they changed the list: updating it must not undo a later change by somebody else. */
function useSeenView(current: ListView | undefined, isChanged: boolean): ListView | undefined {
  const [seen, setSeen] = useState(current);
  // Another name is no reason to refuse the update.
  const isSame = seen?.id === current?.id && contentText(seen) === contentText(current);
  const newest = isSame || seen?.id !== current?.id || !isChanged ? current : seen;
  if (newest !== seen) setSeen(newest);
  return newest;
}

const contentText = (view: ListView | undefined) => view && `${addressText(view.address)} ${view.columns?.join(',')}`;

function ViewName({ view: { name, is_shared, is_own, owner }, isDefault }: { view: ListView; isDefault: boolean }) {
  const facts = [is_shared && (is_own ? 'shared' : `shared by ${owner}`), isDefault && 'opens first'].filter(Boolean).join(', ');
  return (
    <span className="min-w-0">
      <span className="block truncate">{name}</span>
      {facts !== '' && <span className="block text-xs text-muted">{facts}</span>}
    </span>
  );
}
