"""Makes the project's own environment in `.venv` and re-executes the command in it.

Standard library only, and imported before anything else. Not a package manager: it installs one lock file with pip,
with hashes and wheels only, and remembers by a stamp what it installed.

* `test` gets the tools of requirements-dev.lock; every other command gets requirements.lock. An environment that once
  got the tools keeps them.
* The stamp is removed before anything is installed and written last, so an interrupted install has no stamp and is made
  again from nothing. A lock file lets only one process install; the others wait, then find it done.
* The project's `.venv` is used even when another virtual environment is active: the locked versions are what runs.
  `ALFAPOWER_NO_BOOTSTRAP=1` turns all of this off (containers, system packages, an environment of your own).
* The lock pins pip too: what comes with Python installs a newer one in its own place, with the rest.
* `python3 -m alfapower.bootstrap` makes the environment with the tools and prints its interpreter (used by .ci/run).
"""

import hashlib
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "alfapower.stamp"
DONE = "ALFAPOWER_BOOTSTRAPPED"  # marks the re-executed command
INSTALL_LOCK = ROOT / ".venv.lock"
STILL_SECONDS = 3  # between messages to a user who waits
LOCKS = {"runtime": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}


def prepare(argv: list[str]) -> None:
    """Prepare to run the command in `argv`; returns in the right interpreter, or does not return at all."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
    data = data_option(argv)
    if data:
        os.environ["ALFAPOWER_DATA"] = data
    if os.environ.pop(DONE, "") or os.environ.get("ALFAPOWER_NO_BOOTSTRAP") == "1":
        return
    changed = ensure("dev" if argv[1:2] == ["test"] else "runtime")
    if changed or not _inside():
        os.environ[DONE] = "1"
        os.execv(PYTHON, [str(PYTHON), *argv])  # nosec B606  # our own interpreter, our own arguments


def data_option(argv: list[str]) -> str | None:
    """The absolute folder given by `play --data DIR`; settings need it before the command line is parsed."""
    if argv[1:2] != ["play"]:
        return None
    for here, following in zip(argv[2:], [*argv[3:], ""], strict=False):
        value = following if here == "--data" else here.removeprefix("--data=")
        if here.startswith("--data") and value not in ("", here):
            return os.path.abspath(os.path.expanduser(value))
    return None


def ensure(kind: str) -> bool:
    """Install `kind` ("runtime" or "dev") unless it is there already; True if something was installed."""
    if _ready(kind):
        return False
    if os.name != "posix":
        sys.exit("AlfaPower's own environment needs Linux or macOS; on Windows use WSL.")
    import fcntl

    try:
        with open(INSTALL_LOCK, "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                _say("Another command is making AlfaPower's environment; waiting for it ...")
                fcntl.flock(lock, fcntl.LOCK_EX)
            if _ready(kind):  # another process made it while this one waited
                return False
            _install(kind)
    except OSError as error:
        sys.exit(f"AlfaPower cannot make its environment in {VENV}: {error}")
    return True


def _inside() -> bool:
    return os.path.realpath(sys.prefix) == os.path.realpath(VENV)


def _stamp(kind: str) -> str:
    """The stamp of a finished install of `kind`: its lock, and the interpreter behind the environment (a system upgrade
    from 3.11 to 3.12 leaves a `.venv` whose packages the new interpreter does not see)."""
    digest = hashlib.sha256(LOCKS[kind].read_bytes()).hexdigest()
    return f"{kind} {digest} {os.path.realpath(PYTHON)}\n"


def _installed() -> str:
    try:
        return STAMP.read_text()
    except OSError:
        return ""


def _ready(kind: str) -> bool:
    if not PYTHON.exists():
        return False
    installed = _installed()
    return installed == _stamp("dev") or (kind == "runtime" and installed == _stamp("runtime"))


def _install(kind: str) -> None:
    installed = _installed()
    if installed.startswith("dev "):
        kind = "dev"
    usable = PYTHON.exists() and installed.endswith(f" {os.path.realpath(PYTHON)}\n")
    _say(f"Preparing AlfaPower's environment in {VENV.name} (once) ...")
    STAMP.unlink(missing_ok=True)
    if not usable:
        _require_venv()
        base = getattr(sys, "_base_executable", sys.executable)  # `.venv` itself may be what is running
        wheel = _pip_wheel()
        without = ["--without-pip"] if wheel else []
        _run([base, "-m", "venv", "--clear", *without, str(VENV)], "making the virtual environment")
    else:
        wheel = None if _has_pip() else _pip_wheel()  # made by a tool that brings none
    if wheel:
        _unpack(wheel)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off"]
    # Python compiles what it imports; compiling everything here would double the time of a first start.
    locked = ["--no-compile", "--require-hashes", "--only-binary", ":all:", "-r", str(LOCKS[kind])]
    _run([*pip, *locked], "installing the packages")
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(_stamp(kind))
    fresh.replace(STAMP)


def _pip_wheel() -> Path | None:
    """The pip that comes with this Python, which venv would spend five seconds on installing; None without one.

    It installs the lock, by hash and wheels only, and with it the pip that stays.
    """
    import ensurepip
    import sysconfig

    bundled = Path(ensurepip.__file__).parent / "_bundled"
    shared = sysconfig.get_config_var("WHEEL_PKG_DIR")  # Debian and Fedora keep it there
    folders = [Path(shared), bundled] if shared else [bundled]
    return next((wheel for folder in folders for wheel in sorted(folder.glob("pip-*.whl"))), None)


def _has_pip() -> bool:
    return any(VENV.glob("lib/python*/site-packages/pip/__init__.py"))


def _unpack(wheel: Path) -> None:
    """Unpack a pure-Python wheel into the environment: all of installing pip that we need."""
    import sysconfig
    import zipfile

    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(sysconfig.get_path("purelib", "venv", {"base": str(VENV)}))


def _require_venv() -> None:
    from importlib.util import find_spec

    if find_spec("venv") is None or find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        sys.exit(f"This Python lacks its venv module. On Debian or Ubuntu: apt install python{version}-venv")


def _run(command: list[str], doing: str) -> None:
    """Run a command, reporting every few seconds that it is still running; on failure show all its output and exit."""
    import subprocess

    # PIP_USER and the like would send packages elsewhere; an active environment must not leak into this one.
    hidden = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    _say(f"  {doing} ...")
    begun = time.monotonic()
    with tempfile.TemporaryFile() as said:
        running = subprocess.Popen(  # nosec B603  # no shell; our own words and paths
            command, cwd=ROOT, env=environment, stdout=said, stderr=subprocess.STDOUT
        )
        while True:
            try:
                code = running.wait(STILL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                _say(f"  still {doing}, {time.monotonic() - begun:.0f} s{_last_line(said.fileno())}")
            except BaseException:
                running.kill()
                raise
        if code:
            said.seek(0)
            sys.stderr.write(said.read().decode("utf-8", "replace"))
            sys.exit(f"AlfaPower failed at {doing}; see above. Run the same command again to retry.")


def _last_line(file: int) -> str:
    """The current step of pip after ": "; reads the log without moving the position where pip goes on writing."""
    end = os.fstat(file).st_size
    lines = os.pread(file, 10_000, max(0, end - 10_000)).decode("utf-8", "replace").splitlines()
    steps = [line.strip() for line in lines if line.strip().startswith(("Collecting", "Downloading", "Installing"))]
    return f": {steps[-1].partition(' (')[0].partition(': ')[0]}" if steps else ""


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    ensure("dev")
    print(PYTHON)
