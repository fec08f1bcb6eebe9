"""The models of people: friends, questions, personal links, what somebody allows others, challenges, reports, talk.

Times are milliseconds since the epoch, given by the caller. What is allowed is decided in `services`, not here.
"""

from people.challenge_models import Challenge as Challenge
from people.challenge_models import DeclineReason as DeclineReason
from people.friend_models import ContactSettings as ContactSettings
from people.friend_models import FriendQuestion as FriendQuestion
from people.friend_models import Friendship as Friendship
from people.friend_models import PersonalLink as PersonalLink
from people.report_models import Case as Case
from people.report_models import Report as Report
from people.report_models import ReportedFrom as ReportedFrom
from people.report_models import ReportReason as ReportReason
from people.talk_models import Mute as Mute
from people.talk_models import TalkLine as TalkLine
from people.talk_models import TalkSeat as TalkSeat
from people.watching_models import MatchWatch as MatchWatch
