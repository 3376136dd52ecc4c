import { PRINT_WAYS } from '@stowage/contract/labels/labels';
import { useLocations } from '../../../shared/use-locations.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { ErrorState } from '../../../ui/states/States.tsx';
import { usePreferences } from './use-preferences.ts';

/** The locales for dates and numbers. The text of the screens is always English. */
const LOCALES = ['en-US', 'en-GB', 'en-CA', 'de-DE', 'es-ES', 'es-MX', 'fr-FR', 'it-IT', 'ja-JP', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'zh-CN'];

const WAY_NAMES: Record<(typeof PRINT_WAYS)[number], string> = {
  BROWSER: 'The browser’s print dialog',
  DYMO: 'DYMO label printer',
  PDF: 'PDF file',
  ZPL: 'ZPL file',
};

export function PreferencesCard({ onTestPrint }: { onTestPrint: () => void }) {
  const { preferences, companyTimeZone, isLoaded, isFailed, retry, save } = usePreferences();
  const locations = useLocations();
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const zones = Intl.supportedValuesOf('timeZone');
  const codes = locations.data?.map(({ location }) => location) ?? [];
  return (
    <Card title="Language, dates and station" description="Applies on every device that you sign in on.">
      {isFailed && <ErrorState title="Your preferences could not be loaded" onRetry={retry} />}
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        <SelectField
          label="Language of dates"
          disabled={!isLoaded}
          value={preferences.locale ?? ''}
          options={[{ value: '', label: 'Browser setting' }, ...LOCALES.map((value) => ({ value, label: names.of(value) ?? value }))]}
          onChange={({ target }) => save({ locale: target.value || null })}
        />
        <SelectField
          label="Time zone"
          disabled={!isLoaded}
          value={preferences.timeZone ?? ''}
          options={[{ value: '', label: noZoneText(companyTimeZone) }, ...zones.map((value) => ({ value, label: zoneText(value) }))]}
          onChange={({ target }) => save({ timeZone: target.value || null })}
        />
        <SelectField
          label="Default location"
          hint="The starting location of Scan and Audit, and of returned units on a station without its own"
          disabled={!isLoaded}
          value={preferences.location ?? ''}
          error={locations.problem}
          options={[{ value: '', label: 'None' }, ...withChosen(codes, preferences.location).map((value) => ({ value, label: value }))]}
          onChange={({ target }) => save({ location: target.value || null })}
        />
        <SelectField
          label="Label printing"
          hint="On a station without its own setting"
          disabled={!isLoaded}
          value={preferences.labelStation?.way ?? ''}
          options={[{ value: '', label: 'Station setting' }, ...PRINT_WAYS.map((value) => ({ value, label: WAY_NAMES[value] }))]}
          onChange={({ target }) => {
            const way = PRINT_WAYS.find((value) => value === target.value);
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

const zoneText = (zone: string) => zone.replaceAll('_', ' ');

/** What applies to a person who has not chosen a time zone. */
function noZoneText(companyTimeZone: string | undefined): string {
  return companyTimeZone === undefined ? 'Browser setting' : `Company’s time zone (${zoneText(companyTimeZone)})`;
}

function withChosen(codes: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || codes.includes(chosen) ? codes : [chosen, ...codes];
}
