import { describe, expect, test } from 'bun:test';
import { extractDescription } from '../../formatting/describe/extract.ts';

const described = (transcript: string) => extractDescription({ transcript, hint: undefined, userTags: [] }).description;

describe('a title by the heading of the note', () => {
  test.each([
    [
      'a heading, and the main point',
      'Notes from the Friday team meeting. Everybody was there but Lou. The main thing is that the freezer in the back room leaks. We will call the repair service.',
      'Friday team meeting: freezer in the back room leaks',
    ],
    [
      'a heading of two parts, and what it was about',
      'Lecture four, economics. Today was about why prices stick when demand falls, and what banks do then. Read chapter two.',
      'Lecture four, economics: why prices stick',
    ],
    [
      'parts with numbers and times, which are left out',
      'Visit with Mrs. Okoro, sixty-four, check-up after the eye surgery two weeks ago. She sees well. No pain at all. Drops for another week.',
      'Visit with Mrs. Okoro: check-up after the eye surgery',
    ],
    [
      'a kind of note, and its main clause',
      'Bug report. When you open the menu on a phone, the page jumps to the top. It works on a computer. Please fix it soon.',
      'Bug report: page jumps to the top',
    ],
    [
      'a heading that says little, and the subject of the next sentence',
      'Choir committee, short summary. The piano in the hall needs a new string. We have the money for it. Ruth knows somebody who repairs a piano.',
      'Choir committee: piano in the hall',
    ],
    [
      'German',
      'Kurze Notiz zum Garten. Der Zaun ist morsch. Wir brauchen neue Bretter. Der Zaun muss bis Freitag stehen.',
      'Garten: Zaun',
    ],
    [
      'Spanish',
      'Resumen de la junta del club. Se habló sobre todo del tejado, que tiene goteras. El presupuesto llega el lunes.',
      'Junta del club: tejado',
    ],
    [
      'French',
      "Compte rendu rapide de ma visite au garage. L'embrayage est usé, il faut le changer. L'embrayage coûte huit cents euros.",
      'Visite au garage : embrayage',
    ],
  ])('reads %s', (_, transcript, title) => {
    expect(described(transcript).title).toBe(title);
  });

  test.each([
    [
      'a greeting',
      'Dear diary. Today I repaired the old radio with my father. It took us all day.',
      'Repaired the old radio with my father',
    ],
    [
      'a reminder',
      'Quick reminder to myself. I have to return the ladder to Paul on Sunday. He needs it for the roof.',
      'Return the ladder to Paul on Sunday',
    ],
    [
      'a name that is addressed',
      'Marcus, the staging server is down again. The staging server needs more memory.',
      'Staging server',
    ],
    [
      'a question',
      'Did the parcel arrive? Not yet. The parcel is at the depot, and the depot closes at five. Please call the depot.',
      'Parcel',
    ],
  ])('does not take %s for a heading', (_, transcript, title) => {
    expect(described(transcript).title).toStartWith(title);
  });
});

describe('a summary', () => {
  test.each([
    [
      'says what another person has to do',
      'The heater in the workshop is old. It was bought with the building. The smell comes from the filter. Some days it takes an hour until it is warm. It makes a noise as well. Dana has to send the invoice by Thursday. The colour is ugly.',
      'Dana has to send the invoice by Thursday.',
    ],
    [
      'says what was decided',
      'The van is ten years old. The brakes are fine. The radio is broken. The seats are torn on both sides of the van. Nobody likes the colour of the van. We agreed to sell it. The tyres are new.',
      'We agreed to sell it.',
    ],
    [
      'says what was decided, in Spanish',
      'La caldera del edificio tiene veinte años. La caldera hace ruido por la noche. El técnico miró la caldera dos veces. Los vecinos del primero tienen frío. Se aprobó cambiarla. El portal está limpio. La luz del portal funciona bien.',
      'Se aprobó cambiarla.',
    ],
    [
      'says who does what by when, in German',
      'Das Fest war schön und das Wetter auch. Das Fest hatte viele Gäste aus dem Ort. Die Musik vom Fest war laut. Am Stand gab es Kuchen und Saft. Jana schickt die Rechnung bis Freitag. Der Platz war sauber. Die Gäste vom Fest waren froh.',
      'Jana schickt die Rechnung bis Freitag.',
    ],
    [
      'says who does what by when, in French',
      'Le concert était bien et la salle aussi. Le concert a duré deux heures. La salle du concert est grande. Il y avait du monde partout. Sandrine doit rendre la clé avant lundi. Le parking était plein. Les gens du concert étaient contents.',
      'Sandrine doit rendre la clé avant lundi.',
    ],
  ])('%s', (_, transcript, task) => {
    expect(described(transcript).summary).toContain(task);
  });
});
