@echo off
rem Starts DocDuel from any directory. JAVA_HOME, else java of PATH, has to be Java 17 or newer;
rem DOCDUEL_JAVA_OPTS holds options of the JVM. Untested.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
where /q "%java%" 2>nul || if not exist "%java%.exe" (
  echo docduel: there is no Java here; install a JDK, 17 or newer, or set JAVA_HOME 1>&2
  exit /b 2
)
if "%~1"=="" (
  "%java%" %DOCDUEL_JAVA_OPTS% -jar "%~dp0..\benchmarks.jar" --help
) else (
  "%java%" %DOCDUEL_JAVA_OPTS% -jar "%~dp0..\benchmarks.jar" %*
)
