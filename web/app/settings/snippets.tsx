import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.tsx';

/** The programs in `docs/receivers` by language, which web/build puts here. */
declare const RECEIVERS: Readonly<Record<string, string>>;

const [FIRST = ''] = Object.keys(RECEIVERS);

/** Complete programs that receive Sotto's requests and verify their signature. */
export function VerificationSnippets() {
  const [language, setLanguage] = useState(FIRST);
  const program = RECEIVERS[language] ?? '';
  return (
    <section class="snippets" aria-labelledby="snippets-title">
      <header>
        <h2 id="snippets-title">Verify requests</h2>
        <select aria-label="Language" value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
          {Object.keys(RECEIVERS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <CopyButton text={program} />
      </header>
      <p class="hint">A complete program. Its first line says how to start it with your signing secret.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{program}</code>
      </pre>
    </section>
  );
}
