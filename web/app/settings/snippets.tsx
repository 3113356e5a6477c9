import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.tsx';

/** The code verifies the raw body. */
const SNIPPETS = {
  JavaScript: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(rawBody, headers); // throws if it is not from Sotto`,
  Python: `# pip install standardwebhooks
from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
event = webhook.verify(raw_body, headers)  # raises if it is not from Sotto`,
  Go: `// go get github.com/standard-webhooks/standard-webhooks/libraries
import standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
err = webhook.Verify(rawBody, request.Header) // not nil if it is not from Sotto`,
  Java: `// Without a library; also reject a webhook-timestamp that is off by more than five minutes
var secret = Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").substring("whsec_".length()));
var mac = Mac.getInstance("HmacSHA256");
mac.init(new SecretKeySpec(secret, "HmacSHA256"));
var content = headers.get("webhook-id") + "." + headers.get("webhook-timestamp") + "." + rawBody;
var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes(UTF_8)));
var fromSotto = Arrays.stream(headers.get("webhook-signature").split(" "))
    .anyMatch(one -> MessageDigest.isEqual(one.getBytes(UTF_8), expected.getBytes(UTF_8)));`,
} as const;

type Language = keyof typeof SNIPPETS;

/** Code that verifies the signature of Sotto's requests. */
export function VerificationSnippets() {
  const [language, setLanguage] = useState<Language>('JavaScript');
  return (
    <section class="snippets" aria-labelledby="snippets-title">
      <header>
        <h2 id="snippets-title">Verify requests</h2>
        <select
          aria-label="Language"
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        >
          {Object.keys(SNIPPETS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{SNIPPETS[language]}</code>
      </pre>
      <CopyButton text={SNIPPETS[language]} />
    </section>
  );
}
