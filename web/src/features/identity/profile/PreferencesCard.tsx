import { listLocations } from '@stowage/contract/inventory/locations';
import { PRINT_WAYS } from '@stowage/contract/labels/labels';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { usePreferences } from './use-preferences.ts';

/** Dates are written as these do; what the screens say stays English. */
const LOCALES = ['en-US', 'en-GB', 'en-CA', 'de-DE', 'es-ES', 'es-MX', 'fr-FR', 'it-IT', 'ja-JP', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'zh-CN'];

const WAY_NAMES: Record<(typeof PRINT_WAYS)[number], string> = {
  BROWSER: 'The browser’s print dialog',
  DYMO: 'DYMO label printer',
  PDF: 'PDF file',
  ZPL: 'ZPL file',
};

/** Language and dates, and where a station without a choice of its own begins. */
export function PreferencesCard({ onTestPrint }: { onTestPrint: () => void }) {
  const { preferences, isLoaded, isFailed, retry, save } = usePreferences();
  const locations = useQuery(queryFor(listLocations, {}));
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const zones = Intl.supportedValuesOf('timeZone');
  const codes = locations.data?.map(({ location }) => location) ?? [];
  return (
    <Card title="Language, dates and station" description="Holds on every device that you sign in on.">
      {isFailed && <ErrorState title="What you have chosen could not be loaded" onRetry={retry} />}
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        <SelectField
          label="Language of dates"
          disabled={!isLoaded}
          value={preferences.locale ?? ''}
          options={[{ value: '', label: 'As the browser' }, ...LOCALES.map((value) => ({ value, label: names.of(value) ?? value }))]}
          onChange={({ target }) => save({ locale: target.value || null })}
        />
        <SelectField
          label="Time zone"
          disabled={!isLoaded}
          value={preferences.timeZone ?? ''}
          options={[{ value: '', label: 'As the browser' }, ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))]}
          onChange={({ target }) => save({ timeZone: target.value || null })}
        />
        <SelectField
          label="Default location"
          hint="Where Scan and Audit begin, and where returned units go on a station that has not chosen a place"
          disabled={!isLoaded}
          value={preferences.location ?? ''}
          options={[{ value: '', label: 'None' }, ...withChosen(codes, preferences.location).map((value) => ({ value, label: value }))]}
          onChange={({ target }) => save({ location: target.value || null })}
        />
        <SelectField
          label="Labels are printed by"
          hint="On a station that has not chosen a way"
          disabled={!isLoaded}
          value={preferences.labelStation?.way ?? ''}
          options={[{ value: '', label: 'As the station' }, ...PRINT_WAYS.map((value) => ({ value, label: WAY_NAMES[value] }))]}
          onChange={({ target }) => {
            const way = PRINT_WAYS.find((one) => one === target.value);
            save({ labelStation: way === undefined ? null : { way } });
          }}
        />
        <div className="sm:col-start-2">
          <Button className="max-sm:min-h-11" onClick={onTestPrint}>
            Print a test label
          </Button>
        </div>
      </div>
    </Card>
  );
}

function withChosen(codes: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || codes.includes(chosen) ? codes : [chosen, ...codes];
}
