# install.cmake -- what `make install` puts where, and how other builds find it.
#
# The command is linked against the static library, so it runs from any prefix without ldconfig.
include(CMakePackageConfigHelpers)

# The command lies at the top of the build folder (build/polhode), wherever its sources lie.
if(TARGET polhode)
  set_target_properties(polhode PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  install(TARGETS polhode RUNTIME)
endif()

set_target_properties(polhode_shared PROPERTIES EXPORT_NAME polhode)
set_target_properties(polhode_core_shared PROPERTIES EXPORT_NAME core)
set_target_properties(polhode_core_static PROPERTIES EXPORT_NAME core_static)
install(TARGETS polhode_shared polhode_static EXPORT polhodeTargets
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS polhode_core_shared polhode_core_static EXPORT polhodeCoreTargets
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/polhode DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)

# CMake package: find_package(polhode) gives polhode::polhode and polhode::polhode_static, the whole
# library; find_package(polhode COMPONENTS core) gives polhode::core and polhode::core_static alone,
# and looks for nothing the core does not need.
set(POLHODE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)
install(EXPORT polhodeCoreTargets NAMESPACE polhode:: DESTINATION ${POLHODE_CMAKE_DIR})
install(EXPORT polhodeTargets NAMESPACE polhode:: DESTINATION ${POLHODE_CMAKE_DIR})
configure_package_config_file(cmake/polhodeConfig.cmake.in ${PROJECT_BINARY_DIR}/polhodeConfig.cmake
  INSTALL_DESTINATION ${POLHODE_CMAKE_DIR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(POLHODE_COMPATIBILITY SameMinorVersion)
else()
  set(POLHODE_COMPATIBILITY SameMajorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polhodeConfigVersion.cmake
  COMPATIBILITY ${POLHODE_COMPATIBILITY})
install(FILES ${PROJECT_BINARY_DIR}/polhodeConfig.cmake cmake/suitesparse.cmake
  cmake/sundials.cmake ${PROJECT_BINARY_DIR}/polhodeConfigVersion.cmake DESTINATION ${POLHODE_CMAKE_DIR})

# pkg-config: paths relative to the file, since the prefix is chosen at install time.
file(RELATIVE_PATH POLHODE_PC_PREFIX
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" POLHODE_PC_PREFIX "${POLHODE_PC_PREFIX}")
if(POLHODE_HAVE_IDA)
  set(POLHODE_PC_IDA "-lsundials_ida ")
endif()
# ph_pc(name description needs): NAME.pc, needs being the packages a static program finds by pkg-config
function(ph_pc POLHODE_PC_NAME POLHODE_PC_DESCRIPTION POLHODE_PC_NEEDS)
  configure_file(cmake/polhode.pc.in ${PROJECT_BINARY_DIR}/${POLHODE_PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${POLHODE_PC_NAME}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
ph_pc(polhode "Multibody dynamics: models from files or C, their simulation, results in files"
  "yaml-0.1, hdf5-serial")
ph_pc(polhode-core "Multibody dynamics without files: models built in C, and their simulation" "")

# Manual, shell completion, example models, licence.
install(FILES docs/polhode.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/polhode.bash-completion RENAME polhode
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/polhode/models)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
