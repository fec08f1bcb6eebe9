"""Settings of passwords, signing in and second factors that no variable changes; imported by settings.py.

Signing up and in is django-allauth; our changes to it are in accounts/sign_in/allauth_adapter.py and
accounts/middleware.py.
"""

PASSWORD_RESET_TIMEOUT = 60 * 60
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby:home"
LOGOUT_REDIRECT_URL = "lobby:home"
PASSWORD_HASHERS = [
    "accounts.sign_in.password_hashing.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "accounts.sign_in.common_passwords.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

ACCOUNT_ADAPTER = "accounts.sign_in.allauth_adapter.AccountAdapter"
USERSESSIONS_ADAPTER = "accounts.sign_in.allauth_adapter.SessionsAdapter"
_FORMS = ("signup", "login", "reset_password", "add_email")
ACCOUNT_FORMS = {name: f"accounts.sign_in.forms.{name.title().replace('_', '')}Form" for name in _FORMS}
# By account and email address; kept in the cache, so they hold for all processes. Limits per client address are
# common/rate_limits.py, but for failures, which only allauth sees.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "signup": "",
    "reset_password": "5/m/key",  # nosec B105  # a limit
    "reset_password_from_key": "60/m/ip",  # nosec B105  # a limit
    "login_failed": "60/m/ip,5/5m/key",
}
WRONG_SIGN_INS_SECONDS = 5 * 60  # from the last try that was counted on, no limit of login_failed can be used up
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one replaces the old when it is verified
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "AlfaPower: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True  # a code cannot lead elsewhere, and appears in no logged URL
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # accounts/sign_in/reauthentication.py
MFA_ADAPTER = "accounts.services.second_factor_secrets.FactorsAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.sign_in.forms.PasskeyForm",
    "edit_webauthn": "accounts.sign_in.forms.KeyNameForm",
    "authenticate_webauthn": "accounts.sign_in.passkeys.AuthenticateForm",
    "login_webauthn": "accounts.sign_in.passkeys.LoginForm",
    "reauthenticate_webauthn": "accounts.sign_in.passkeys.ReauthenticateForm",
}
MFA_TOTP_ISSUER = "AlfaPower"
