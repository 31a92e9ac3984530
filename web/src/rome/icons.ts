/** The pictures on the cards. */
import archer from 'icon:bowman';
import ballista from 'icon:ballista';
import catapult from 'icon:catapult';
import cavalry from 'icon:cavalry';
import centurion from 'icon:centurion-helmet';
import chariot from 'icon:chariot';
import consul from 'icon:laurel-crown';
import elephant from 'icon:elephant';
import infantry from 'icon:roman-shield';
import praetorian from 'icon:galea';
import slinger from 'icon:sling';
import standard from 'icon:eagle-emblem';
import flank from 'icon:return-arrow';
import javelin from 'icon:thrown-spear';
import nightfall from 'icon:night-sky';
import reinforcements from 'icon:rally-the-troops';
import retreat from 'icon:run';
import stampede from 'icon:hoof';
import surprise from 'icon:hidden';
import volley from 'icon:arrow-cluster';
import laurels from 'icon:laurels';
import skull from 'icon:skull-crossed-bones';
import eye from 'icon:brass-eye';
import sword from 'icon:gladius';
import shield from 'icon:shield';
import arrow from 'icon:broadhead-arrow';

/** The picture of each kind of unit. */
export const UNITS: Record<string, string> = {
  archer, ballista, catapult, cavalry, centurion, chariot, consul, elephant, infantry, praetorian, slinger, standard,
};

/** The picture of each command. */
export const COMMANDS: Record<string, string> = {
  flank, javelin, nightfall, reinforcements, retreat, stampede, surprise, volley,
};

export { arrow, eye, laurels, shield, skull, sword };
