"""Texts of django-allauth whose own Swedish is not the site's ("epost", "Verifierings-mail"): marked here, so that the
site's catalogue translates them and stands before allauth's. No code reads this; tests/i18n/test_wording.py keeps it
complete.
"""

from django.utils.translation import gettext_noop

WORDS = (
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Marked {email} as verified."),
    gettext_noop("Failed to mark {email} as verified."),
    gettext_noop("Mark selected email addresses as verified"),
    gettext_noop("Username, email or phone"),
    gettext_noop("Username or email"),
    gettext_noop("Email address confirmation"),
    gettext_noop("You must type the same email each time."),
    gettext_noop("email address"),
    gettext_noop("email addresses"),
    gettext_noop("email confirmation"),
    gettext_noop("email confirmations"),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("Your account has no verified email address."),
    gettext_noop("Enter Email Verification Code"),
    gettext_noop("Use a different email address"),
    gettext_noop("The following email addresses are associated with your account:"),
    gettext_noop("Verified"),
    gettext_noop("Add Email Address"),
    gettext_noop("Add Email"),
    gettext_noop("Do you really want to remove the selected email address?"),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n\n"
        "%(email)s\n\n"
        "However, an account using that email address already exists.  In case you have\n"
        "forgotten about this, please use the password forgotten procedure to recover\n"
        "your account:\n\n"
        "%(password_reset_url)s"
    ),
    gettext_noop("You are receiving this mail because the following change was made to your account:"),
    gettext_noop(
        "If you do not recognize this change then please take proper security precautions immediately. "
        "The change to your account originates from:\n\n"
        "- IP address: %(ip)s\n"
        "- Browser: %(user_agent)s\n"
        "- Date: %(timestamp)s"
    ),
    gettext_noop("Your email has been changed from %(from_email)s to %(to_email)s."),
    gettext_noop("Your email has been confirmed."),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your email address to "
        "register an account on %(site_domain)s."
    ),
    gettext_noop("Your email verification code is listed below. Please enter it in your open browser window."),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Email address %(deleted_email)s has been removed from your account."),
    gettext_noop("This mail can be safely ignored if you did not initiate this action."),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password reset for "
        "your user account.\n"
        "It can be safely ignored if you did not request a password reset. Click the link below to "
        "reset your password."
    ),
    gettext_noop(
        "You are receiving this email because you, or someone else, tried to access an account with "
        "email %(email)s. However, we do not have any record of such an account in our database."
    ),
    gettext_noop("If it was you, you can sign up for an account using the link below."),
    gettext_noop("Current email"),
    gettext_noop("Your email address is still pending verification."),
    gettext_noop("Change Email"),
    gettext_noop("Confirm Email Address"),
    gettext_noop(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'
    ),
    gettext_noop("Unable to confirm %(email)s because it is already confirmed by a different account."),
    gettext_noop(
        'This email confirmation link expired or is invalid. Please <a href="%(email_url)s">issue a new '
        "email confirmation request</a>."
    ),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("Confirmation email sent to %(email)s."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("Removed email address %(email)s."),
    gettext_noop("Primary email address set."),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."
    ),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam folder. "
        "Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop(
        "You currently do not have any email address set up. You should really add an email address so "
        "you can receive notifications, reset your password, etc."
    ),
    gettext_noop("Verify Your Email Address"),
    gettext_noop(
        "We have sent an email to you for verification. Follow the link provided to finalize the signup "
        "process. If you do not see the verification email in your main inbox, check your spam folder. "
        "Please contact us if you do not receive the verification email within a few minutes."
    ),
    gettext_noop(
        "This part of the site requires us to verify that\n"
        "you are who you claim to be. For this purpose, we require that you\n"
        "verify ownership of your email address. "
    ),
    gettext_noop(
        "We have sent an email to you for\n"
        "verification. Please click on the link inside that email. If you do not see the verification "
        "email in your main inbox, check your spam folder. Otherwise\n"
        "contact us if you do not receive it within a few minutes."
    ),
    gettext_noop('<strong>Note:</strong> you can still <a href="%(email_url)s">change your email address</a>.'),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop(
        "If you choose to trust this browser, you will not be asked for a verification code the next time you sign in."
    ),
    gettext_noop("Bad Token"),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("The email address is not assigned to any user account."),
    gettext_noop("Please select only one."),
    gettext_noop("Email address"),
    gettext_noop("Email or phone"),
    gettext_noop("Email (again)"),
    gettext_noop("Email (optional)"),
    gettext_noop("View your email address"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Email Verification"),
    gettext_noop("Email Addresses"),
    gettext_noop("Email Changed"),
    gettext_noop("Email Confirmation"),
    gettext_noop("Email Removed"),
    gettext_noop("Your sign-in code is listed below. Please enter it in your open browser window."),
    gettext_noop("Your password reset code is listed below. Please enter it in your open browser window."),
    gettext_noop("Email Address"),
    gettext_noop("Please confirm the code shown on your %(client_name)s to authorize this device."),
    gettext_noop("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
)
